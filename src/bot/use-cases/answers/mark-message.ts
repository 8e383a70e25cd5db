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

/** Signs and words on a message, in order: one lane per message, so that ⏳ never comes after ✅. */
export const markJob = ({ channel, ts }: Place, mark: Marks) => ({
  kind: 'mark' as const,
  lane: `${channel}:${ts}`,
  payload: { channel, ts, mark },
})

export const mark = (deps: Lanes, tx: Tx, at: Place, marks: Mark[]): Promise<void> =>
  deps.lanes.enqueue(tx, marks.length > 0 ? [markJob(at, marks)] : [])

/** `key` identifies the occasion: a mark with a known key is not queued again. */
export const markOnce = (deps: Lanes, tx: Tx, at: Place, item: Mark, key: string): Promise<void> =>
  deps.lanes.enqueue(tx, [{ ...markJob(at, item), uniqueKey: key }])

/** Words to the author of a reply; `what` identifies them, so that they are sent once. */
export const tellOnce = (deps: BotDeps, said: ThreadReply, what: string, message: Message): Promise<void> => {
  const { channel, threadTs, userId: user } = said
  const key = `${what}:${channel}:${threadTs}:${user}`
  const words: Mark = { op: 'ephemeral', user, threadTs, message }
  return deps.database.transaction((tx) => markOnce(deps, tx, said, words, key))
}

/** Replaces the current sign of the message. */
export const signInstead = (before: string | null, name: string): Mark[] => [
  ...(before === null ? [] : [{ op: 'unreact' as const, name: before }]),
  { op: 'react', name },
]

/** An unconfirmed mark of this age, or any later attempt, is looked up first. */
const inDoubtMs = 5_000

const uuidOf = (job: Job): string => {
  const hash = createHash('sha256').update(`${job.lane} ${job.seq} ${job.createdAt}`).digest('hex')
  return [8, 12, 16, 20, 32].map((end, at, ends) => hash.slice(at === 0 ? 0 : ends[at - 1], end)).join('-')
}

/** Looks for an unanswered attempt; where it cannot, `client_msg_id` lets Slack drop the duplicate. */
const direct = async (deps: Deps, job: Job, user: string, message: Message): Promise<void> => {
  const deliveryId = uuidOf(job)
  const inDoubt = job.attempt > 1 || deps.now() - job.createdAt > inDoubtMs
  const where = { user, deliveryId, sinceMs: job.createdAt }
  if (inDoubt && (await deps.slack.findDirect(where))) return
  // A post to a user id opens the conversation with that person.
  await deps.slack.post({ channel: user, deliveryId, clientMessageId: deliveryId, ...message })
}

/** Words for one person: in the channel, or in a direct message when the channel refuses them. */
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
        // A mark may fail for a missing scope or a deleted message.
        deps.log.warn({ channel, ts, op: item.op, problem: error.code }, 'a mark was not taken by Slack')
      }
    }
  }
