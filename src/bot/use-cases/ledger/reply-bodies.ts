import { marked } from '../../../contract/text/marks.ts'
import { type ReplyFile, replyFiles, type ReplyRow } from '../../store/replies/replies.ts'
import { collectMentions, instantText, toPlain, unescape } from '../../messages/kit/mrkdwn.ts'
import { plainName } from '../../messages/kit/plain-name.ts'
import { splitText } from '../../messages/kit/split-text.ts'
import type { BotDeps } from '../../deps.ts'
import type { Person } from '../../slack/slack.ts'
import type { Standing } from '../../slack/standing.ts'

/** The interface has no limit for a comment. 10,000 characters is still readable as one. */
const commentMax = 10_000

/** Outsiders are marked, because they choose their own names. */
const from: Readonly<Record<Standing, string>> = {
  admin: 'Slack',
  member: 'Slack',
  unknown: 'Slack',
  guest: 'guest, Slack',
  stranger: 'another organization, Slack',
}

/** What was said before its thread was the task's also says when. */
const authorLabel = ({ name, standing }: Person, { ts, take_over: taken }: ReplyRow): string => {
  const said = taken === null ? '' : `, ${instantText(Number(ts) * 1_000)}`
  return `${plainName(name)} (${from[standing]}${said})`
}

const fileLine = ({ name, permalink }: ReplyFile) =>
  permalink === undefined ? `📎 ${name}` : `📎 ${name} ${permalink}`

const namesOf = async (ids: Iterable<string>, look: (id: string) => Promise<{ name: string }>) => {
  const names = new Map<string, string>()
  for (const id of ids) names.set(id, plainName((await look(id)).name))
  return (id: string) => names.get(id)
}

/** A list, a quote or code begins on a line of its own. */
const isBlock = (text: string): boolean => marked(text.slice(0, commentMax))[0]?.kind !== 'text'

/** The comments of a reply, in order: `Dana Smith (Slack): …`. */
export const replyBodies = async (deps: Pick<BotDeps, 'slack'>, reply: ReplyRow): Promise<string[]> => {
  const author = authorLabel(await deps.slack.person(reply.user_id), reply)
  const { users, channels } = collectMentions(reply.text)
  const user = await namesOf(users, (id) => deps.slack.person(id))
  const channel = await namesOf(channels, (id) => deps.slack.channel(id))
  const words = toPlain(reply.text, { user, channel }).trim()
  const files = replyFiles.parse(JSON.parse(reply.files)).map(fileLine)
  const whole = [words, ...files].filter((part) => part !== '').join('\n')
  const room = commentMax - author.length - 3
  return splitText(whole, room).map((part) => `${author}: ${isBlock(part) ? '\n' : ''}${part}`)
}

const words = (text: string) =>
  unescape(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** Compares only letters and digits: the tracker may trim, wrap, escape or drop other characters. */
export const saysTheSame = (one: string, other: string): boolean => words(one) === words(other)

const ofSlack = new RegExp(
  ` \\((?:${[...new Set(Object.values(from))].join('|')})(?:, [\\w ,:]+ UTC)?\\):\\s`,
)

/** Whether a comment looks as if this app made it of somebody's reply. */
export const looksReplied = (body: string): boolean => ofSlack.test(body)

/** Splits a comment from Slack into author and text: `Dana Smith (Slack): …`. */
export const splitAuthor = (body: string): { authorName: string; text: string } => {
  const end = body.search(/:\s/)
  return end < 0
    ? { authorName: 'Slack', text: body }
    : { authorName: body.slice(0, end), text: body.slice(end + 2).replace(/^\n/, '') }
}

/** A reply's comment as it reads now. In the tracker, people may take the author away. */
export const saidNow = (sent: string, now: string): { authorName: string; text: string } => {
  const { authorName } = splitAuthor(sent)
  const said = splitAuthor(now)
  return said.authorName === authorName ? said : { authorName, text: now }
}
