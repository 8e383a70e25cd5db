import { waitLeft, wasPutBack } from '../../../contract/dates.ts'
import { markGivenUp, markNotSent, settleUnposted } from '../store/due-post.ts'
import { type PostRow, postOf, postJob } from '../store/posts.ts'
import type { TaskThread } from '../store/task-threads.ts'
import { RetryLater, type Job } from '../../../lanes/lanes.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { searching, type Searching } from '../../deps/searching.ts'
import { SlackProblem, threadEnd } from '../../slack/problem.ts'
import { formOf, type AwaitedBy } from '../kinds/form.ts'
import { notify, notifyChannel } from '../../answers/notify.ts'
import { nameForAll } from '../../audience/actor.ts'
import { unquote } from './task-cards.ts'
import type { Tx } from '../../store/database.ts'
import { pauseAndTell, tellOfRefusal } from './pause-channel.ts'
import { commentPosted } from '../messages/reply.ts'
import { threadLocked } from '../messages/task.ts'

/* What becomes of a post that Slack did not answer, or refused. */

/** How long Slack may still process a call that timed out, or take to show it in the history. */
const settleMs = 5_000

export type Posting = BotDeps & {
  /** The job that carries how far a search came. */
  readonly searching: Pick<Searching, 'payload'>
}

/** A message is missing only once Slack had time to show it. Then its row waits: it may have to say something else. */
export const lookFor = async (deps: Posting, row: PostRow, threadTs: string | undefined): Promise<string> => {
  const since = row.attempted_at ?? row.created_at
  const where = { channel: row.channel, threadTs, postId: row.uuid, sinceMs: since }
  const isEarly = waitLeft(since, settleMs, deps.now()) > 0
  const { searching: job } = deps
  const found = await searching(job, (search) => deps.slack.findPost(where, search), isEarly)
  if (found) return found.ts
  // The next search begins where the message should be.
  const payload = { ...job.payload, look: undefined }
  const now = deps.now()
  const isVoid = wasPutBack(since, now)
  // If the clock was set back, the wait starts now. Posting too early could post it twice.
  if (isVoid) await markGivenUp(deps.database.sql, row, now)
  const left = isVoid ? settleMs : waitLeft(since, settleMs, now)
  if (left > 0)
    throw new RetryLater(
      Math.min(left, settleMs),
      'a message without an answer is looked for once more',
      payload,
    )
  await markNotSent(deps.database.sql, row)
  throw new RetryLater(0, 'a message without an answer is not there', payload)
}

export const endOf = (error: unknown) => (error instanceof SlackProblem ? threadEnd(error.code) : undefined)

/** The task goes on in a new thread. If somebody locked the former one, the channel reads once why. */
export const goOn = async (
  deps: BotDeps,
  end: 'gone' | 'locked',
  { channel, taskUuid, threadTs }: TaskThread,
  leave: (tx: Tx) => Promise<void>,
): Promise<never> => {
  await deps.database.transaction(async (tx) => {
    await leave(tx)
    if (end === 'gone') return
    const taskName = await nameForAll(tx.sql, channel, taskUuid)
    await notifyChannel(deps, tx, channel, `locked-${threadTs}`, threadLocked({ taskName }))
  })
  throw new RetryLater(0, `the thread is ${end}: the task goes on in a new one`)
}

/** The author to notify once. Undefined if the message is there already, or its row cannot be read. */
export const whoWaitsFor = (row: PostRow): AwaitedBy | undefined => {
  if (row.ts !== null) return undefined
  try {
    return formOf(row).tell
  } catch {
    return undefined
  }
}

/** Tells the author that the comment exists, in the transaction that settles its message, or else its reply. */
export const notifyPosted = (
  deps: BotDeps,
  tx: Tx,
  channel: string,
  { reply, user, taskName, threadTs, readers }: AwaitedBy,
  url?: string,
) => {
  const message = commentPosted({ taskName, threadUrl: url, readers })
  return notify(deps, tx, { channel, ts: `reply-${reply}` }, { op: 'ephemeral', user, threadTs, message })
}

export const failPost = async (deps: BotDeps, tx: Tx, row: PostRow, error: string): Promise<void> => {
  if (!(await settleUnposted(tx.sql, row, { state: 'failed', error }, deps.now())))
    await deps.lanes.enqueue(tx, [postJob(row)])
  const { channel, on_kind: kind, on_uuid: objectUuid } = row
  const root = kind && objectUuid ? await postOf(tx.sql, { channel, kind, objectUuid }) : undefined
  await deps.lanes.enqueue(tx, unquote(deps, { row, root }))
  const tell = whoWaitsFor(row)
  if (tell) await notifyPosted(deps, tx, channel, tell)
}

export const slackTrouble = async (deps: BotDeps, job: Job, row: PostRow, error: unknown): Promise<void> => {
  if (!(error instanceof SlackProblem)) throw error
  const facts = { post: row.id, kind: row.kind, problem: error.code }
  switch (error.kind) {
    case 'account':
    case 'scope':
      deps.log.error(facts, 'Slack does not accept our token for this: messages wait until an admin acts')
      throw error
    case 'channel':
      deps.slack.forgetChannel(row.channel)
      break
    case 'message':
    case 'refused':
      deps.log.error(facts, 'Slack did not take a message')
      break
    default:
      throw error
  }
  await deps.database.transaction(async (tx) => {
    // The channel accepts no messages: each subscriber is told once.
    if (error.kind === 'channel') await pauseAndTell(deps, tx, row.channel, error.code)
    // Somebody deleted the message in Slack.
    else if (error.code !== 'message_not_found') await tellOfRefusal(deps, tx, row.channel, error.code)
    await failPost(deps, tx, row, error.message)
    await job.done(tx)
  })
}
