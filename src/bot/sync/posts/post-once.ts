import { waitLeft, wasPutBack } from '../../../contract/dates.ts'
import { markGivenUp, markNotSent, markSending, settleUnposted } from '../store/due-post.ts'
import { aboutOf, type PostRow, setForm, postOf, postJob } from '../store/posts.ts'
import { RetryLater, type Job } from '../../../lanes/lanes.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { SlackProblem } from '../../slack/problem.ts'
import type { Outgoing } from '../../slack/slack.ts'
import { type Shown, withForm, type Tell, formOf, render } from './kinds.ts'
import { inForm, notify } from '../../answers/tell.ts'
import { unquote } from './task-cards.ts'
import type { Tx } from '../../store/database.ts'
import { pauseAndTell } from './pause-channel.ts'
import { commentPosted } from '../messages/reply.ts'

/** How long Slack may still process a call that timed out, or take to show it in the history. */
const settleMs = 5_000

const post = async (
  deps: BotDeps,
  row: PostRow,
  place: Pick<Outgoing, 'threadTs' | 'postId' | 'about'>,
  shown: Shown,
): Promise<string> => {
  const { text, blocks, username, iconUrl } = render(row, shown)
  const author = { username, iconUrl }
  try {
    const where = { channel: row.channel, ...place }
    return (await inForm(deps, { text, blocks }, (form) => deps.slack.post({ ...where, ...author, ...form })))
      .ts
  } catch (error) {
    const unnamed = error instanceof SlackProblem && error.kind === 'scope' && username !== undefined
    if (!unnamed) throw error
    // Puts the name into the message and stores that, so that edits show it too.
    const form = withForm(row, { nameInBlocks: true })
    await setForm(deps.database.sql, row, form)
    return post(deps, { ...row, form }, place, shown)
  }
}

/** Not found is final only once Slack had time to show it. Then the row waits: it may have to say something else. */
const lookFor = async (deps: BotDeps, row: PostRow, threadTs: string | undefined): Promise<string> => {
  const since = row.attempted_at ?? row.created_at
  const where = { channel: row.channel, threadTs, postId: row.uuid, sinceMs: since }
  const found = await deps.slack.findPost(where)
  if (found) return found.ts
  const now = deps.now()
  const isVoid = wasPutBack(since, now)
  // If the clock was set back, the wait starts now. Posting too early could post it twice.
  if (isVoid) await markGivenUp(deps.database.sql, row, now)
  const left = isVoid ? settleMs : waitLeft(since, settleMs, now)
  if (left > 0)
    throw new RetryLater(Math.min(left, settleMs), 'a message without an answer is looked for once more')
  await markNotSent(deps.database.sql, row)
  throw new RetryLater(0, 'a message without an answer is not there')
}

/** Stores the intent, then posts. An interrupted row is looked up first: its message may exist. */
export const postOnce = async (
  deps: BotDeps,
  row: PostRow,
  threadTs: string | undefined,
  shown: Shown = {},
): Promise<string> => {
  if (row.state === 'sending') return lookFor(deps, row, threadTs)
  const sent = await markSending(deps.database.sql, row, deps.now())
  if (!sent) throw new RetryLater(1_000, 'another node posts this message')
  try {
    return await post(deps, sent, { threadTs, postId: row.uuid, about: aboutOf(row) }, shown)
  } catch (error) {
    if (error instanceof SlackProblem && error.kind !== 'unknown') await markNotSent(deps.database.sql, row)
    else await markGivenUp(deps.database.sql, row, deps.now()).catch(() => undefined)
    throw error
  }
}

/** The author to notify once. Undefined if the message is there already, or its row cannot be read. */
export const tellOf = (row: PostRow): Tell | undefined => {
  if (row.ts !== null) return undefined
  try {
    return formOf(row).tell
  } catch {
    return undefined
  }
}

/** Tells the author, in the transaction that settles the message, or the reply if it has none: the comment exists. */
export const tellCommentPosted = (
  deps: BotDeps,
  tx: Tx,
  channel: string,
  { reply, user, taskName }: Tell,
  url?: string,
) => {
  const message = commentPosted({ taskName, threadUrl: url })
  return notify(deps, tx, { channel, ts: `reply-${reply}` }, { op: 'ephemeral', user, message })
}

export const failPost = async (deps: BotDeps, tx: Tx, row: PostRow, error: string): Promise<void> => {
  if (!(await settleUnposted(tx.sql, row, { state: 'failed', error }, deps.now())))
    await deps.lanes.enqueue(tx, [postJob(row.channel, row.id)])
  const { channel, on_kind: kind, on_uuid: objectUuid } = row
  const root = kind && objectUuid ? await postOf(tx.sql, { channel, kind, objectUuid }) : undefined
  await deps.lanes.enqueue(tx, unquote(deps, { row, root }))
  const tell = tellOf(row)
  if (tell) await tellCommentPosted(deps, tx, channel, tell)
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
    await failPost(deps, tx, row, error.message)
    await job.done(tx)
  })
}
