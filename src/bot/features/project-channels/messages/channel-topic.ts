import { isoDay } from '../../../kit/text/words.ts'
import { dayText } from '../../../kit/text/mrkdwn.ts'

/** Slack's longest topic. */
const most = 250

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
  const account = accountName?.slice(0, Math.max(0, most - end.length - 3))
  const topic = [account, end].filter(Boolean).join(' · ')
  return topic.length > most ? (dates(item) ?? '') : topic
}
