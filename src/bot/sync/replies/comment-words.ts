import { fromSlack } from '../../../contract/comment.ts'
import { plainName, unescape, withCompany } from '../../kit/text.ts'
import type { ReplyRow, ReplyFile } from '../store/replies.ts'
import type { ReplyPart } from '../store/parts.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { marked } from '../../../contract/marks.ts'
import { replyFilesSchema } from '../../store/payloads.ts'
import { collectMentions, toPlain } from '../../kit/mrkdwn.ts'
import type { Person } from '../../slack/slack.ts'
import { knownProject } from '../../store/known-projects.ts'
import { startOf, entered } from '../../../contract/text.ts'

/** Where to break a text longer than `room`: after a paragraph, else a line, else a word, else anywhere. */
const breakAt = (text: string, room: number): number => {
  for (const mark of ['\n\n', '\n', ' ']) {
    const found = text.lastIndexOf(mark, room - mark.length)
    // A break in the first half would make too many small parts.
    if (found >= room / 2) return found + mark.length
  }
  return startOf(text, room).length
}

/** Room for the marks of up to 999 parts. */
const markLength = '(999/999) '.length

/** Parts of at most `max` characters (at least 40), marked `(1/3) `. Text that fits stays unmarked. */
export const splitText = (text: string, max: number): string[] => {
  if (text.length <= max) return [text]
  const room = Math.max(max, 40) - markLength
  const parts: string[] = []
  let rest = text
  while (rest.length > room) {
    const end = breakAt(rest, room)
    parts.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  if (rest) parts.push(rest)
  return parts.map((part, index) => `(${index + 1}/${parts.length}) ${part}`)
}

/** The interface has no limit for a comment. 10,000 characters is still readable as one. */
const commentMax = 10_000

export const unnamedCompany = 'another organization'

/** Where an outsider comes from. Outsiders are marked, because they choose their own names. `account`: if known. */
export const companyOf = async (
  { slack }: Pick<BotDeps, 'slack'>,
  { role, organization }: Person,
  account?: string,
): Promise<string | undefined> => {
  if (role === 'guest') return 'guest'
  if (role !== 'stranger') return undefined
  const named = account ?? (organization && (await slack.organizationName(organization)))
  return plainName(named ?? unnamedCompany)
}

/** The project's account, if one organization is in the channel. Among several, only Slack knows the person's. */
const accountIn = async ({ slack, database }: BotDeps, { channel, projectUuid }: ReplyRow) => {
  const { organizations } = await slack.channel(channel)
  if (organizations.length > 1 || projectUuid === null) return undefined
  return (await knownProject(database.sql, projectUuid))?.accountName
}

const placeOf = async (deps: BotDeps, person: Person, reply: ReplyRow): Promise<string> => {
  const account = person.role === 'stranger' ? await accountIn(deps, reply) : undefined
  return [await companyOf(deps, person, account), 'Slack'].filter(Boolean).join(', ')
}

/** A file that has no link is named with the link of its message, where people can open it. */
export const fileLines = async (
  { slack }: BotDeps,
  files: readonly ReplyFile[],
  { channel, ts }: { channel: string; ts: string | null },
): Promise<string[]> => {
  const isMissing = ts !== null && files.some(({ permalink }) => permalink === undefined)
  const message = isMissing ? await slack.permalink(channel, ts) : undefined
  return files.map(({ name, permalink = message }) =>
    permalink === undefined ? `📎 ${name}` : `📎 ${name} ${permalink}`,
  )
}

/** The comments of a reply, in order: `Dana Smith (Slack): …`. */
export const newParts = async (deps: BotDeps, reply: ReplyRow): Promise<ReplyPart[]> => {
  const person = await deps.slack.person(reply.user_id)
  const author = `${plainName(person.name)} (${await placeOf(deps, person, reply)})`
  const mentions = collectMentions(reply.text)
  const users = new Map<string, string>()
  for (const id of mentions.users) users.set(id, plainName((await deps.slack.person(id)).name))
  const channels = new Map<string, string>()
  for (const id of mentions.channels) channels.set(id, plainName((await deps.slack.channel(id)).name))
  const names = { user: (id: string) => users.get(id), channel: (id: string) => channels.get(id) }
  const words = entered(toPlain(reply.text, names))
  const files = replyFilesSchema.parse(JSON.parse(reply.files))
  const links = files.length > 0 ? await fileLines(deps, files, reply) : []
  const whole = [words, ...links].filter((part) => part !== '').join('\n')
  const room = commentMax - author.length - 3
  return splitText(whole, room).map((text, part) => {
    // A list, a quote or code begins on a line of its own.
    const isBlock = marked(text.slice(0, commentMax))[0]?.kind !== 'text'
    return {
      reply_id: reply.id,
      part,
      task_uuid: reply.task_uuid,
      body: `${author}: ${isBlock ? '\n' : ''}${text}`,
      state: 'waiting',
      attempted_at: null,
      comment_uuid: null,
    }
  })
}

const bareText = (text: string) =>
  unescape(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** Compares only letters and digits: the tracker may trim, wrap, escape or drop other characters. */
export const saysTheSame = (one: string, other: string): boolean => bareText(one) === bareText(other)

/** Splits a comment from Slack into author and text: `Dana Smith (Slack): …`, `Casey Jones, Acme Corp: …`. */
export const splitAuthor = (body: string): { authorName: string; text: string } => {
  const comment = fromSlack(body)
  if (!comment) return { authorName: 'Slack', text: body }
  const { name, company, text } = comment
  return { authorName: company === undefined ? `${name} (Slack)` : withCompany(name, company), text }
}

/** A reply's comment as it reads now. In the tracker, people may remove the author's name. */
export const wordsNow = (sent: string, now: string): { authorName: string; text: string } => {
  const { authorName } = splitAuthor(sent)
  const words = splitAuthor(now)
  return words.authorName === authorName ? words : { authorName, text: now }
}
