import { settleUnposted } from './store/attempts.ts'
import { unquote } from './quote-comment.ts'
import { postOf, type PostRow } from './store/posts.ts'
import type { Tx } from '../../store/database.ts'
import type { Job } from '../../../lanes/lanes.ts'
import { postJob } from '../../store/payloads.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { SlackProblem } from '../../slack/problem.ts'
import { pauseAndTell } from './pause-channel.ts'
import { commentPosted } from './messages/comment-posted.ts'
import { type Tell, formOf } from './post-facts.ts'
import { notify } from '../../answers/tell.ts'

type Lanes = Pick<BotDeps, 'lanes'>

/** The author to notify once. Undefined if the message is there already, or its row cannot be read. */
const tellOf = (row: PostRow): Tell | undefined => {
  if (row.ts !== null) return undefined
  try {
    return formOf(row).tell
  } catch {
    return undefined
  }
}

export const tellCommentPosted = (
  deps: Lanes,
  tx: Tx,
  channel: string,
  { reply, user, taskName }: Tell,
  url?: string,
) => {
  const message = commentPosted({ taskName, threadUrl: url })
  return notify(deps, tx, { channel, ts: `reply-${reply}` }, { op: 'ephemeral', user, message })
}

/** The message's permalink, if its author is to be told. */
export const linkToTell = (deps: BotDeps, row: PostRow, ts: string): Promise<string | undefined> =>
  tellOf(row) ? deps.slack.permalink(row.channel, ts) : Promise.resolve(undefined)

/** Tells the author, in the transaction that settles the message: the comment exists, posted or not. */
export const tellAuthor = async (deps: Lanes, tx: Tx, row: PostRow, url?: string): Promise<void> => {
  const tell = tellOf(row)
  if (tell) await tellCommentPosted(deps, tx, row.channel, tell, url)
}

/** Gives up a message, and tells the author who waits for it. */
export const failPost = async (deps: BotDeps, tx: Tx, row: PostRow, error: string): Promise<void> => {
  if (!(await settleUnposted(tx.sql, row, { state: 'failed', error }, deps.now())))
    await deps.lanes.enqueue(tx, [postJob(row.channel, row.id)])
  const { channel, on_kind: kind, on_uuid: objectUuid } = row
  const root = kind && objectUuid ? await postOf(tx.sql, { channel, kind, objectUuid }) : undefined
  await deps.lanes.enqueue(tx, unquote(deps, { row, root }))
  await tellAuthor(deps, tx, row, undefined)
}

/** The channel accepts no messages: pauses its subscriptions and tells the subscribers once. */
const pauseRoute = async (deps: BotDeps, job: Job, row: PostRow, problem: SlackProblem): Promise<void> => {
  deps.slack.forgetChannel(row.channel)
  await deps.database.transaction(async (tx) => {
    await pauseAndTell(deps, tx, row.channel, problem.code)
    await failPost(deps, tx, row, problem.message)
    await job.done(tx)
  })
}

/** Handles a failed Slack call for the post and the channel's lane. */
export const slackTrouble = async (deps: BotDeps, job: Job, row: PostRow, error: unknown): Promise<void> => {
  if (!(error instanceof SlackProblem)) throw error
  const facts = { post: row.id, kind: row.kind, problem: error.code }
  switch (error.kind) {
    case 'account':
    case 'scope':
      deps.log.error(facts, 'Slack does not accept our token for this: messages wait until an admin acts')
      throw error
    case 'channel':
      return pauseRoute(deps, job, row, error)
    case 'message':
    case 'refused':
      deps.log.error(facts, 'Slack did not take a message')
      await deps.database.transaction(async (tx) => {
        await failPost(deps, tx, row, error.message)
        await job.done(tx)
      })
      return
    default:
      throw error
  }
}
