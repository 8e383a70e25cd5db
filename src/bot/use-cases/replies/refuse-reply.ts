import { ApiProblem, type ProblemKind } from '../../../contract/problem.ts'
import { knownProject } from '../../store/tracker/known-projects.ts'
import { knownTask } from '../../store/tracker/known-tasks.ts'
import { partsOf, type ReplyRow } from '../../store/replies/replies.ts'
import type { Queries, Tx } from '../../store/database.ts'
import { unescape } from '../../messages/kit/mrkdwn.ts'
import { replyRefused } from '../../messages/replies/reply-refused.ts'
import { replyUnconfirmed } from '../../messages/replies/reply-unconfirmed.ts'
import type { BotDeps } from '../../deps.ts'
import { linkFor, routeTo } from '../../access/audience.ts'
import { failReply } from './finish-reply.ts'

/** Thrown when the time for an echo is over and nobody can tell whether the comment exists. */
export class Unconfirmed extends Error {
  override name = 'Unconfirmed' as const
}

const refusals: readonly ProblemKind[] = ['invalid', 'unresolved', 'not-found']

const refusalOf = (error: unknown): ApiProblem | undefined =>
  error instanceof ApiProblem && refusals.includes(error.kind) ? error : undefined

/** The task as the reply's author knows it, with the page that those who read the channel may open. */
export const taskOfReply = async (deps: Pick<BotDeps, 'database' | 'slack'>, reply: ReplyRow) => {
  const { sql } = deps.database
  const task = await knownTask(sql, reply.task_uuid)
  const project = task && (await knownProject(sql, task.projectUuid))
  // Where Slack does not answer, those of another organization may read it.
  const unknown = { channel: reply.channel, shared: true, unread: true }
  const route = await routeTo(deps, reply.channel).catch(() => unknown)
  return { taskName: task?.name, taskUrl: project && linkFor(route, project) }
}

/** What of the reply is not in the tracker, in the words its author sees. */
const unsentText = async (sql: Queries, reply: ReplyRow): Promise<string> => {
  const parts = await partsOf(sql, reply.id)
  const open = parts.filter(({ state }) => state !== 'done')
  return open.length < parts.length
    ? open.map(({ body }) => body.slice(body.indexOf(': ') + 2)).join(' ')
    : unescape(reply.text)
}

/** A reply that no retry helps: its author is told, and the lane goes on. False: it is for the lane to wait. */
export const refuseReply = async (
  deps: BotDeps,
  reply: ReplyRow,
  error: unknown,
  done: (tx: Tx) => Promise<void>,
): Promise<boolean> => {
  const refusal = refusalOf(error)
  if (!refusal && !(error instanceof Unconfirmed)) return false
  const { sql } = deps.database
  const task = await taskOfReply(deps, reply)
  const text = await unsentText(sql, reply)
  await deps.database.transaction(async (tx) => {
    if (refusal) {
      const { kind, message: reason, requestId, fields } = refusal
      const message = replyRefused({ replyId: reply.id, kind, reason, requestId, fields, text, ...task })
      await failReply(deps, tx, reply, { state: 'refused', error: reason, requestId, message })
    } else {
      const message = replyUnconfirmed({ replyId: reply.id, taskName: task.taskName })
      await failReply(deps, tx, reply, {
        state: 'unconfirmed',
        error: 'the tracker neither answered nor announced the comment',
        message,
      })
    }
    await done(tx)
  })
  return true
}

/** Told in the transaction that sets the reply's job aside; *Try again* then begins anew. */
export const abandonReply = async (
  deps: Pick<BotDeps, 'lanes' | 'now'>,
  tx: Tx,
  reply: ReplyRow,
  reason: string,
): Promise<void> => {
  const parts = await partsOf(tx.sql, reply.id)
  const doubtful = parts.some(({ state }) => state === 'sending' || state === 'unknown')
  const taskName = (await knownTask(tx.sql, reply.task_uuid))?.name
  const kind = doubtful ? 'unknown' : 'unreachable'
  const message = replyRefused({ replyId: reply.id, kind, reason, taskName, text: unescape(reply.text) })
  await failReply(deps, tx, reply, { state: 'refused', error: reason, message })
}
