import type { Tx } from '../../store/database.ts'
import { type Job, RetryLater } from '../../store/lanes.ts'
import type { Message } from '../messages/message.ts'
import { SlackProblem, waitFor } from '../slack/problem.ts'
import type { BotDeps } from '../deps.ts'

/** A small sign for people: a reaction, or words for one person. It waits through Slack's outages as data does. */
export type Mark =
  | { op: 'react' | 'unreact'; name: string }
  | { op: 'ephemeral'; user: string; threadTs: string | undefined; message: Message }
  | { op: 'direct'; user: string; message: Message }

/** Queues marks on a message, in order; one lane a message, so that ⏳ never lands after ✅. */
export const mark = async (
  deps: Pick<BotDeps, 'lanes'>,
  tx: Tx,
  at: { channel: string; ts: string },
  marks: readonly Mark[],
): Promise<void> => {
  const lane = `${at.channel}:${at.ts}`
  await deps.lanes.enqueue(
    tx,
    marks.map((item) => ({ kind: 'mark', lane, payload: { ...at, mark: item } })),
  )
}

/** Words for one person, in the channel; in their own conversation where the channel takes none for them. */
const whisper = async (
  deps: Pick<BotDeps, 'slack'>,
  channel: string,
  { user, threadTs, message }: Extract<Mark, { op: 'ephemeral' }>,
): Promise<void> => {
  try {
    await deps.slack.ephemeral({ channel, user, threadTs, ...message })
  } catch (error) {
    const elsewhere = error instanceof SlackProblem && (error.kind === 'channel' || error.kind === 'refused')
    if (!elsewhere) throw error
    await deps.slack.post({ channel: user, ...message })
  }
}

const perform = async (
  deps: Pick<BotDeps, 'slack'>,
  channel: string,
  ts: string,
  item: Mark,
): Promise<void> => {
  switch (item.op) {
    case 'react':
      return deps.slack.react(channel, ts, item.name)
    case 'unreact':
      return deps.slack.unreact(channel, ts, item.name)
    case 'ephemeral':
      return whisper(deps, channel, item)
    case 'direct':
      // A user id for a channel opens the conversation with that person.
      await deps.slack.post({ channel: item.user, ...item.message })
  }
}

/** Lane `mark`. */
export const markMessage =
  (deps: Pick<BotDeps, 'slack' | 'log'>) =>
  async (job: Job): Promise<void> => {
    const { channel, ts, mark: item } = job.payload as { channel: string; ts: string; mark: Mark }
    try {
      await perform(deps, channel, ts, item)
    } catch (error) {
      if (!(error instanceof SlackProblem) || error.kind === 'unknown') throw error
      const wait = error.kind === 'scope' ? undefined : waitFor(error)
      if (wait !== undefined) throw new RetryLater(wait, error.message)
      // A missing scope or a message that is gone: the sign is not worth a failure.
      deps.log.warn({ channel, ts, op: item.op, problem: error.code }, 'a mark was not taken by Slack')
    }
  }
