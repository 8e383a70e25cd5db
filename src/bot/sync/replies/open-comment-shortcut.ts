import { commentDialog } from './messages/comment-dialog.ts'
import { collectMentions, toPlain } from '../../kit/text/mrkdwn.ts'
import type { Here } from '../../audience/actor.ts'
import { plainName } from '../../kit/text/words.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Answer } from '../../answers/answer.ts'
import { within } from '../../kit/time.ts'

export interface UsedOnMessage {
  triggerId: string
  message: {
    /** Undefined for an app's message. */
    user: string | undefined
    text: string
    files: readonly { name: string; permalink: string | undefined }[]
  }
}

/** A trigger expires after three seconds. Names that take longer stay ids. */
const patienceMs = 1_000

/** The message as a draft comment. Names the author, because the comment will carry the person's own name. */
const draftOf = async (deps: BotDeps, user: string, message: UsedOnMessage['message']): Promise<string> => {
  const { users, channels } = collectMentions(message.text)
  const ids = new Set([...users, ...(message.user ? [message.user] : [])])
  const [people, places] = await Promise.all([
    Promise.all([...ids].map((id) => within(patienceMs, deps.slack.person(id)))),
    Promise.all(channels.map((id) => within(patienceMs, deps.slack.channel(id)))),
  ])
  const nameOf = (id: string) => {
    const found = people.find((person) => person?.id === id)
    return found && plainName(found.name)
  }
  const plain = toPlain(message.text, {
    user: nameOf,
    channel: (id) => places.find((one) => one?.id === id)?.name,
  })
  const files = message.files.map(
    ({ name, permalink }) => `File: ${name}${permalink ? ` (${permalink})` : ''}`,
  )
  const words = [plain, ...files].filter((text) => text.trim() !== '').join('\n')
  const author = message.user === undefined || message.user === user ? undefined : nameOf(message.user)
  return author === undefined ? words : `${author} wrote: ${words}`
}

export const openCommentShortcut = async (
  deps: BotDeps,
  { user, place: { channel } }: Here,
  { message, triggerId }: UsedOnMessage,
): Promise<Answer | undefined> => {
  const [draft, place] = await Promise.all([
    draftOf(deps, user, message),
    within(patienceMs, deps.slack.channel(channel)),
  ])
  const alone = place?.member !== true || place.readersUnknown
  await deps.slack.openView(triggerId, commentDialog({ channel, alone, draft }))
  return undefined
}
