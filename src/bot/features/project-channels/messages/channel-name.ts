import { isoDay } from '../../../kit/text/words.ts'
import { dayText } from '../../../kit/text/mrkdwn.ts'

/** Slack's longest topic. */
const longestTopic = 250

interface TopicFacts {
  accountName?: string | undefined
  item: { start_date?: string | null | undefined; due_date?: string | null | undefined }
  portalUrl?: string | undefined
}

const dates = ({ start_date: start, due_date: due }: TopicFacts['item']): string | undefined => {
  const [from, to] = [isoDay(start ?? undefined), isoDay(due ?? undefined)].map((day) => day && dayText(day))
  if (from && to) return `${from} to ${to}`
  return from ? `From ${from}` : to && `Due ${to}`
}

/** `Acme Corp · Nov 1, 2026 to Dec 15, 2026 · URL`. The customer's page: the channel may be shared one day. */
export const channelTopic = ({ accountName, item, portalUrl }: TopicFacts): string => {
  const end = [dates(item), portalUrl].filter(Boolean).join(' · ')
  const account = accountName?.slice(0, Math.max(0, longestTopic - end.length - 3))
  const topic = [account, end].filter(Boolean).join(' · ')
  return topic.length > longestTopic ? (dates(item) ?? '') : topic
}

/** Slack's longest name of a channel. */
const most = 80

/** Lowercase words with hyphens, as Slack wants it in names of channels. */
export const slug = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')

const cutName = (name: string, room: number): string => name.slice(0, room).replace(/[-_\uD800-\uDBFF]+$/, '')

/** What a project's channel could be called: `onb-acme-corp`. */
export const nameFor = (project: { name: string; accountName?: string | undefined }): string => {
  const whose = slug(project.accountName ?? '') || slug(project.name) || 'project'
  return cutName(`onb-${whose}`, most)
}

/** The name, or the next number after it that is free. */
export const freeName = (name: string, taken: ReadonlySet<string>): string => {
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : `-${number}`
    const tried = cutName(name, most - end.length) + end
    if (!taken.has(tried)) return tried
  }
}

/** What Slack would refuse. Undefined: a name that it takes, if nobody has it. */
export const nameProblem = (name: string): string | undefined => {
  if (name === '') return 'Give the channel a name.'
  if (name.length > most) return `Use at most ${most} characters.`
  if (!/^[\p{Ll}\p{Lo}\p{N}_-]+$/u.test(name))
    return 'Use lowercase letters, numbers, hyphens, and underscores only.'
  return /[\p{L}\p{N}]/u.test(name) ? undefined : 'Use at least one letter or number.'
}
