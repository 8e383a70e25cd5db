import { createHash } from 'node:crypto'
import type { Tx } from '../../store/database.ts'
import { isOpen, replyById } from '../../store/replies/replies.ts'
import { type Job, RetryLater } from '../../../lanes/lanes.ts'
import { reactions } from '../../messages/kit/ids.ts'
import type { Message } from '../../messages/kit/message.ts'
import { SlackProblem, waitFor } from '../../slack/problem.ts'
import type { BotDeps } from '../../deps.ts'
import type { BotJob, Payload } from '../../payloads.ts'

type Marks = Payload<'mark'>['mark']
export type Mark = Exclude<Marks, readonly unknown[]>
type Words = Extract<Mark, { op: 'ephemeral' }>
type Direct = Extract<Mark, { op: 'direct' }>

type Deps = Pick<BotDeps, 'slack' | 'now' | 'log' | 'database' | 'lanes'>
type Lanes = Pick<BotDeps, 'lanes'>
type ThreadReply = Payload<'lost-thread'>
type Place = Pick<ThreadReply, 'channel' | 'ts'>

/** Each message has one lane, so that ⏳ never comes after ✅. */
export const markJob = ({ channel, ts }: Place, mark: Marks) => ({
  kind: 'mark' as const,
  lane: `${channel}:${ts}`,
  payload: { channel, ts, mark },
})

export const mark = (deps: Lanes, tx: Tx, at: Place, marks: Mark[]): Promise<void> =>
  deps.lanes.enqueue(tx, marks.length > 0 ? [markJob(at, marks)] : [])

/** `key`: a mark with a known key is not queued again. */
export const markOnce = (deps: Lanes, tx: Tx, at: Place, item: Mark, key: string): Promise<void> =>
  deps.lanes.enqueue(tx, [{ ...markJob(at, item), uniqueKey: key }])

/** Sends words to a reply's author. `what` identifies them, so that they are sent once. */
export const tellOnce = (deps: BotDeps, said: ThreadReply, what: string, message: Message): Promise<void> => {
  const { channel, threadTs, userId: user } = said
  const key = `${what}:${channel}:${threadTs}:${user}`
  const words: Mark = { op: 'ephemeral', user, threadTs, message }
  return deps.database.transaction((tx) => markOnce(deps, tx, said, words, key))
}

/** Replaces the message's current reaction. */
export const signInstead = (before: string | null, name: string): Mark[] => [
  ...(before === null ? [] : [{ op: 'unreact' as const, name: before }]),
  { op: 'react', name },
]

/** An older job may have been sent already, so it looks first. So does every retry. */
const inDoubtMs = 5_000

const uuidOf = (job: Job): string => {
  const hash = createHash('sha256').update(`${job.lane} ${job.seq} ${job.createdAt}`).digest('hex')
  return [8, 12, 16, 20, 32].map((end, at, ends) => hash.slice(at === 0 ? 0 : ends[at - 1], end)).join('-')
}

/** Looks for the message of an earlier attempt. If it cannot, `client_msg_id` lets Slack drop duplicates. */
const direct = async (deps: Deps, job: Job, user: string, message: Message): Promise<void> => {
  const deliveryId = uuidOf(job)
  const inDoubt = job.attempt > 1 || deps.now() - job.createdAt > inDoubtMs
  const where = { user, deliveryId, sinceMs: job.createdAt }
  if (inDoubt && (await deps.slack.findDirect(where))) return
  // Posting to a user id opens a direct message.
  await deps.slack.post({ channel: user, deliveryId, clientMessageId: deliveryId, ...message })
}

/** Slack accepts no messages there, or none for this person. */
const isRefused = (error: unknown): boolean =>
  error instanceof SlackProblem && (error.kind === 'channel' || error.kind === 'refused')

/** Sends an ephemeral message, or a direct one if the channel refuses it. */
const whisper = async (deps: Deps, job: Job, channel: string, { user, threadTs, message }: Words) => {
  try {
    await deps.slack.ephemeral({ channel, user, threadTs, ...message })
  } catch (error) {
    if (!isRefused(error)) throw error
    await direct(deps, job, user, message)
  }
}

const mostAdmins = 5

/** If the person has left, tries the workspace's admins until one can be reached. */
const directOrAdmin = async (deps: Deps, job: Job, { user, message, orAdmin }: Direct): Promise<void> => {
  try {
    await direct(deps, job, user, message)
  } catch (error) {
    if (orAdmin !== true || !isRefused(error)) throw error
    const people = await deps.slack.members()
    const admins = people.filter(({ id, standing }) => standing === 'admin' && id !== user)
    for (const { id } of admins.slice(0, mostAdmins)) {
      const told = await direct(deps, job, id, message).then(
        () => true,
        (problem: unknown) => {
          if (!isRefused(problem)) throw problem
          return false
        },
      )
      if (told) return
    }
    throw error
  }
}

const perform = async (deps: Deps, job: Job, { channel, ts }: Place, item: Mark): Promise<void> => {
  switch (item.op) {
    case 'pending': {
      const reply = await replyById(deps.database.sql, item.reply)
      if (!reply || !isOpen(reply)) return
      return deps.slack.react(channel, ts, reactions.pending)
    }
    case 'react':
      return deps.slack.react(channel, ts, item.name)
    case 'unreact':
      return deps.slack.unreact(channel, ts, item.name)
    case 'ephemeral':
      return whisper(deps, job, channel, item)
    case 'direct':
      return directOrAdmin(deps, job, item)
  }
}

const isWords = (item: Mark): item is Words | Direct => item.op === 'ephemeral' || item.op === 'direct'

/** A job older than this may have been held up by its reactions, so its words may already be queued. */
const heldUpMs = 1_000

/** Queues the words in their own lane, so that they do not wait for reactions. The key avoids repeats. */
const sendWords = (deps: Deps, job: BotJob<'mark'>, words: readonly Mark[]): Promise<void> =>
  deps.database.transaction((tx) =>
    deps.lanes.enqueue(
      tx,
      words.map((item, at) => ({
        ...markJob(job.payload, item),
        lane: `words:${job.lane}`,
        uniqueKey: `words:${job.seq}:${at}`,
      })),
    ),
  )

const performAll = async (
  deps: Deps,
  job: BotJob<'mark'>,
  items: readonly Mark[],
  whenLimited?: () => Promise<void>,
): Promise<void> => {
  const { channel, ts } = job.payload
  for (const item of items) {
    try {
      await perform(deps, job, job.payload, item)
    } catch (error) {
      if (!(error instanceof SlackProblem) || error.kind === 'unknown') throw error
      if (error.kind === 'rate-limited') await whenLimited?.()
      const wait = error.kind === 'scope' ? undefined : waitFor(error)
      if (wait !== undefined) throw new RetryLater(Math.max(wait, heldUpMs + 100), error.message)
      // The scope may be missing, or the message deleted.
      deps.log.warn({ channel, ts, op: item.op, problem: error.code }, 'a mark was not taken by Slack')
    }
  }
}

export const markMessage =
  (deps: Deps) =>
  async (job: BotJob<'mark'>): Promise<void> => {
    const items = [job.payload.mark].flat()
    const [signs, words] = [items.filter((item) => !isWords(item)), items.filter(isWords)]
    if (signs.length === 0) return performAll(deps, job, words)
    const wasHeldUp = deps.now() - job.createdAt > heldUpMs
    await performAll(deps, job, signs, () => sendWords(deps, job, words))
    if (wasHeldUp || job.attempt > 1) await sendWords(deps, job, words)
    else await performAll(deps, job, words)
  }
