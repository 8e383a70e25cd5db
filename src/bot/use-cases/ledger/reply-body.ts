import { type ReplyFile, replyFiles, type ReplyRow } from '../../store/replies/replies.ts'
import { collectMentions, toPlain } from '../../messages/kit/mrkdwn.ts'
import { splitText } from '../../messages/kit/split-text.ts'
import type { BotDeps } from '../../deps.ts'
import type { Person } from '../../slack/slack.ts'

/** The interface shows no cap on a comment. Ten thousand characters is what a person still reads as one. */
const commentMax = 10_000

/** People of another organization are marked: their name is their own claim. */
const authorLabel = (person: Person): string =>
  person.stranger
    ? `${person.name} (${person.company ?? 'another organization'}, Slack)`
    : `${person.name} (Slack)`

const fileLine = ({ name, permalink }: ReplyFile) =>
  permalink === undefined ? `📎 ${name}` : `📎 ${name} ${permalink}`

const namesIn = async (deps: Pick<BotDeps, 'slack'>, text: string) => {
  const { users, channels } = collectMentions(text)
  const people = new Map<string, string>()
  for (const id of users) people.set(id, (await deps.slack.person(id)).name)
  const rooms = new Map<string, string>()
  for (const id of channels) rooms.set(id, (await deps.slack.channel(id)).name)
  return { user: (id: string) => people.get(id), channel: (id: string) => rooms.get(id) }
}

/** The comments that a reply becomes: `Dana Smith (Slack): …`, in order when there is more than one. */
export const replyBodies = async (deps: Pick<BotDeps, 'slack'>, reply: ReplyRow): Promise<string[]> => {
  const author = authorLabel(await deps.slack.person(reply.user_id))
  const words = toPlain(reply.text, await namesIn(deps, reply.text)).trim()
  const files = replyFiles.parse(JSON.parse(reply.files)).map(fileLine)
  const whole = [words, ...files].filter((part) => part !== '').join('\n')
  const room = commentMax - author.length - 2
  return splitText(whole, room).map((part) => `${author}: ${part}`)
}

/** The author and the words of a comment that we wrote: `Dana Smith (Slack): …`; the words alone where no author stands before them. */
export const splitAuthor = (body: string): { authorName: string; text: string } => {
  const end = body.indexOf(': ')
  return end < 0
    ? { authorName: 'Slack', text: body }
    : { authorName: body.slice(0, end), text: body.slice(end + 2) }
}
