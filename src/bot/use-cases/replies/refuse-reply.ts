import { ApiProblem, type ProblemKind } from '../../../contract/problem.ts'
import { partsOf, type ReplyRow, setReply, settleReply } from '../../store/replies/replies.ts'
import type { Tx } from '../../store/database.ts'
import { reactions } from '../../messages/kit/ids.ts'
import type { Message } from '../../messages/kit/message.ts'
import { unescape } from '../../messages/kit/mrkdwn.ts'
import { replyRefused } from '../../messages/replies/reply-refused.ts'
import { replyUnconfirmed } from '../../messages/replies/reply-unconfirmed.ts'
import type { BotDeps } from '../../deps.ts'
import { linkFor, routeTo } from '../../access/audience.ts'
import { type Mark, mark } from '../answers/mark-message.ts'
import { splitAuthor } from '../ledger/reply-body.ts'

type Deps = Pick<BotDeps, 'lanes' | 'now'>

/** Thrown when the time for an echo is over and nobody can tell whether the comment exists. */
export class Unconfirmed extends Error {
  override name = 'Unconfirmed' as const
}

const refusals: readonly ProblemKind[] = ['invalid', 'unresolved', 'not-found']

/** An answer that repeating the request cannot change. */
export const isRefusal = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && refusals.includes(error.kind)

/** The task as the reply's author knows it, with the page that those who read the channel may open. */
export const taskOfReply = async (deps: Pick<BotDeps, 'slack'>, reply: ReplyRow) => {
  // Where Slack does not answer, those of another organization may read it.
  const unknown = { channel: reply.channel, shared: true, unread: true }
  const route = await routeTo(deps, reply.channel).catch(() => unknown)
  const taskUrl = linkFor(route, { internalUrl: reply.internal_url, portalUrl: reply.portal_url })
  return { taskName: reply.task_name ?? undefined, taskUrl }
}

/**
 * The tracker refused, or nobody can tell: ⚠️, and the reason to the author alone. Not when the echo has come in
 * the meantime: the comment exists then, whatever the answer was.
 */
const failReply = async (
  deps: Deps,
  tx: Tx,
  reply: ReplyRow,
  failed: { state: 'refused' | 'unconfirmed'; error: string; requestId?: string | undefined },
  message: Message,
): Promise<void> => {
  const { channel, ts, thread_ts: threadTs, user_id: user } = reply
  const { state, error, requestId = null } = failed
  const settled = { state, error: error.slice(0, 1_000), request_id: requestId, settled_at: deps.now() }
  const before = await settleReply(tx.sql, reply.id, settled)
  if (!before) return
  const tell: Mark = { op: 'ephemeral', user, threadTs: threadTs ?? undefined, message }
  if (ts === null) return mark(deps, tx, { channel, ts: `reply-${reply.id}` }, [tell])
  await setReply(tx.sql, reply.id, { sign: reactions.attention })
  await mark(deps, tx, { channel, ts }, [
    ...(before.sign === null ? [] : [{ op: 'unreact' as const, name: before.sign }]),
    { op: 'react', name: reactions.attention },
    tell,
  ])
}

/** A reply that no retry helps: its author is told, and the lane goes on. False: it is for the lane to wait. */
export const refuseReply = async (
  deps: BotDeps,
  reply: ReplyRow,
  error: unknown,
  done: (tx: Tx) => Promise<void>,
): Promise<boolean> => {
  if (!isRefusal(error) && !(error instanceof Unconfirmed)) return false
  const { id: replyId } = reply
  const { taskName, taskUrl } = await taskOfReply(deps, reply)
  const parts = await partsOf(deps.database.sql, replyId)
  const open = parts.filter(({ state }) => state !== 'done')
  // What of it is not in the tracker, in the words its author sees.
  const text =
    open.length < parts.length
      ? open.map(({ body }) => splitAuthor(body).text).join(' ')
      : unescape(reply.text)
  await deps.database.transaction(async (tx) => {
    if (error instanceof Unconfirmed) {
      const why = 'the tracker neither answered nor announced the comment'
      const message = replyUnconfirmed({ replyId, taskName })
      await failReply(deps, tx, reply, { state: 'unconfirmed', error: why }, message)
    } else {
      const { kind, message: reason, requestId, fields } = error
      const message = replyRefused({ replyId, kind, reason, requestId, fields, text, taskName, taskUrl })
      await failReply(deps, tx, reply, { state: 'refused', error: reason, requestId }, message)
    }
    await done(tx)
  })
  return true
}

/** Told in the transaction that sets the reply's job aside; *Try again* then begins anew. */
export const abandonReply = async (deps: Deps, tx: Tx, reply: ReplyRow, reason: string): Promise<void> => {
  const parts = await partsOf(tx.sql, reply.id)
  const doubtful = parts.some(({ state }) => state === 'sending' || state === 'unknown')
  const message = replyRefused({
    replyId: reply.id,
    kind: doubtful ? 'unknown' : 'unreachable',
    reason,
    taskName: reply.task_name ?? undefined,
    text: unescape(reply.text),
  })
  await failReply(deps, tx, reply, { state: 'refused', error: reason }, message)
}
