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

type Deps = Pick<BotDeps, 'slack' | 'now' | 'log' | 'database'>
type Lanes = Pick<BotDeps, 'lanes'>
type ThreadReply = Payload<'lost-thread'>
type Place = Pick<ThreadReply, 'channel' | 'ts'>

/** Marks on a message, in order: signs, then words. One lane a message, so that ⏳ never lands after ✅. */
export const markJob = ({ channel, ts }: Place, mark: Marks) => ({
  kind: 'mark' as const,
  lane: `${channel}:${ts}`,
  payload: { channel, ts, mark },
})

export const mark = (deps: Lanes, tx: Tx, at: Place, marks: Mark[]): Promise<void> =>
  deps.lanes.enqueue(tx, marks.length > 0 ? [markJob(at, marks)] : [])

/** Queues a mark that is said once, whatever asks for it again: `key` tells one from another. */
export const markOnce = (deps: Lanes, tx: Tx, at: Place, item: Mark, key: string): Promise<void> =>
  deps.lanes.enqueue(tx, [{ ...markJob(at, item), uniqueKey: key }])

/** Words to the author of a message in a thread, once for the two; `what` tells one such word from another. */
export const tellOnce = (deps: BotDeps, said: ThreadReply, what: string, message: Message): Promise<void> => {
  const { channel, threadTs, userId: user } = said
  const key = `${what}:${channel}:${threadTs}:${user}`
  const words: Mark = { op: 'ephemeral', user, threadTs, message }
  return deps.database.transaction((tx) => markOnce(deps, tx, said, words, key))
}

/** A sign in the place of the one that the message bears, if it bears one. */
export const signInstead = (before: string | null, name: string): Mark[] => [
  ...(before === null ? [] : [{ op: 'unreact' as const, name: before }]),
  { op: 'react', name },
]

/** A mark of which nobody knows whether it was said is this old, or is tried again. */
const inDoubtMs = 5_000

const uuidOf = (job: Job): string => {
  const hash = createHash('sha256').update(`${job.lane} ${job.seq} ${job.createdAt}`).digest('hex')
  return [8, 12, 16, 20, 32].map((end, at, ends) => hash.slice(at === 0 ? 0 : ends[at - 1], end)).join('-')
}

/**
 * A direct message may have been posted by an attempt whose answer never came: it is looked for by the id in its
 * metadata. Where the app may not read the conversation, Slack still has the same `client_msg_id` to go by.
 */
const direct = async (deps: Deps, job: Job, user: string, message: Message): Promise<void> => {
  const deliveryId = uuidOf(job)
  const inDoubt = job.attempt > 1 || deps.now() - job.createdAt > inDoubtMs
  const where = { user, deliveryId, sinceMs: job.createdAt }
  if (inDoubt && (await deps.slack.findDirect(where))) return
  // A user id for a channel opens the conversation with that person.
  await deps.slack.post({ channel: user, deliveryId, clientMessageId: deliveryId, ...message })
}

/** Words for one person, in the channel; in their own conversation where the channel takes none for them. */
const whisper = async (deps: Deps, job: Job, channel: string, { user, threadTs, message }: Words) => {
  try {
    await deps.slack.ephemeral({ channel, user, threadTs, ...message })
  } catch (error) {
    const elsewhere = error instanceof SlackProblem && (error.kind === 'channel' || error.kind === 'refused')
    if (!elsewhere) throw error
    await direct(deps, job, user, message)
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
      return direct(deps, job, item.user, item.message)
  }
}

/** Lane `mark`. */
export const markMessage =
  (deps: Deps) =>
  async (job: BotJob<'mark'>): Promise<void> => {
    const { channel, ts, mark: items } = job.payload
    for (const item of [items].flat()) {
      try {
        await perform(deps, job, job.payload, item)
      } catch (error) {
        if (!(error instanceof SlackProblem) || error.kind === 'unknown') throw error
        const wait = error.kind === 'scope' ? undefined : waitFor(error)
        if (wait !== undefined) throw new RetryLater(wait, error.message)
        // A missing scope or a message that is gone: the sign is not worth a failure.
        deps.log.warn({ channel, ts, op: item.op, problem: error.code }, 'a mark was not taken by Slack')
      }
    }
  }
