import { isBlank } from '../../../contract/text.ts'
import type { Here } from '../../audience/actor.ts'
import { mayKnowTask } from '../../audience/actor.ts'
import { readersOfComment } from '../../audience/comment-readers.ts'
import type { Answer, Press } from '../../answers/answer.ts'
import { changedAny } from '../../../database/statement.ts'
import { hashOf } from '../../../contract/text.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { collectMentions, toPlain } from '../../kit/mrkdwn.ts'
import { plainName } from '../../kit/text.ts'
import { within } from '../../kit/time.ts'
import { noLongerKept, type Tx } from '../../store/database.ts'
import { taskForReaders, type TaskForReaders } from '../../tracker/task-in-view.ts'
import { alreadySent, taskNotShared } from '../messages/reply.ts'
import { companyOf, unnamedCompany } from './comment-words.ts'
import { commentToSend } from '../messages/task-dialogs.ts'
import { type Change, replyById, type ReplyRow, theReply } from '../store/replies.ts'
import { queueComment } from './pending.ts'

/* A comment by command where outsiders read: stored at once, and sent when its author presses *Send*. */

/** Its words are cleared with those of other comments that won't be sent. */
export const draftState = (now: number): Change => ({ state: 'draft', settled_at: now })

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
export const patienceMs = 1_000

/** A message's words as plain text. Names the author if it isn't the person, because a comment will carry the person's own name. */
export const wordsOf = async (
  deps: BotDeps,
  user: string,
  message: UsedOnMessage['message'],
): Promise<string> => {
  const { users, channels } = collectMentions(message.text)
  const ids = new Set([...users, ...(message.user ? [message.user] : [])])
  const [people, places] = await Promise.all([
    Promise.all([...ids].map((id) => within(patienceMs, deps.slack.person(id)))),
    Promise.all(channels.map((id) => within(patienceMs, deps.slack.channel(id)))),
  ])
  const personWith = (id: string) => people.find((person) => person?.id === id)
  const nameOf = (id: string) => {
    const found = personWith(id)
    return found && plainName(found.name)
  }
  const plain = toPlain(message.text, {
    user: nameOf,
    channel: (id) => places.find((one) => one?.id === id)?.name,
  })
  const files = message.files.map(
    ({ name, permalink }) => `File: ${name}${permalink ? ` (${permalink})` : ''}`,
  )
  const words = [plain, ...files].filter((text) => !isBlank(text)).join('\n')
  const author = message.user === undefined || message.user === user ? undefined : personWith(message.user)
  if (!author) return words
  const late = author.role === 'stranger' ? unnamedCompany : undefined
  const company = (await within(patienceMs, companyOf(deps, author))) ?? late
  return `${plainName(author.name)}${company === undefined ? '' : ` (${company})`} wrote: ${words}`
}

/** `ID READERS`: a press counts only for the readers that the question named. */
const idIn = (value: string): number => Number(value.split(' ')[0])

/** The comment or reply that a button names, if the person wrote it here. */
export const ownComment = async (deps: BotDeps, { user, place }: Here, value: string) => {
  const id = idIn(value)
  const reply = Number.isSafeInteger(id) ? await replyById(deps.database.sql, id) : undefined
  const isOwn = reply?.user_id === user && reply.channel === place.channel
  return isOwn && reply.text !== noLongerKept ? reply : undefined
}

const questionOf = async (deps: BotDeps, { place }: Here, { id, text }: ReplyRow, task: TaskForReaders) => {
  const readers = await readersOfComment(deps, place, task)
  const value = `${id} ${hashOf(JSON.stringify([place.readers, readers])).slice(0, 16)}`
  return { taskName: task.name, text, value, ...readers }
}

/** Says who reads the comment, before it is sent. */
export const askFirst = async (
  deps: BotDeps,
  actor: Here,
  draft: ReplyRow,
  task: TaskForReaders,
): Promise<Answer> => {
  const { text: typed, user_id: user } = draft
  const [question, text] = await Promise.all([
    questionOf(deps, actor, draft, task),
    wordsOf(deps, user, { user, text: typed, files: [] }),
  ])
  return { message: commentToSend({ ...question, text }) }
}

const queueDraft = (deps: BotDeps, { id, task_uuid: task }: ReplyRow): Promise<void> =>
  deps.database.transaction(async (tx) => {
    const sent = { state: 'stored' as const, settled_at: null, created_at: deps.now() }
    if (await changedAny(theReply(tx.sql, id).set(sent).where('state', '=', 'draft')))
      await queueComment(deps, tx, task, id)
  })

/** *Send* takes the question away. A second press has no effect. If others read by now, it asks again. */
export const sendDraft = async (
  deps: BotDeps,
  actor: Here,
  { value }: Pick<Press, 'value'>,
): Promise<Answer> => {
  const draft = await ownComment(deps, actor, value)
  if (!draft || draft.state === 'cancelled') return { message: alreadySent(), replace: true }
  if (!(await mayKnowTask(deps, actor, draft.task_uuid))) return { message: taskNotShared() }
  const task = await taskForReaders(deps, draft.task_uuid)
  const question = await questionOf(deps, actor, draft, task)
  if (draft.state === 'draft' && question.value !== value)
    return { ...(await askFirst(deps, actor, draft, task)), replace: true }
  await queueDraft(deps, draft)
  return { remove: true }
}

/** Its author sends other words in its place. False if it was sent. */
export const takeDraftBack = (tx: Tx, id: number, user: string, now: number): Promise<boolean> =>
  changedAny(
    theReply(tx.sql, id)
      .set({ state: 'cancelled', settled_at: now })
      .where('user_id', '=', user)
      .where('state', '=', 'draft'),
  )
