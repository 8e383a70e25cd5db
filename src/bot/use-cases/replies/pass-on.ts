import { isDeepStrictEqual } from 'node:util'
import { RetryLater } from '../../../lanes/lanes.ts'
import { isReceivedElsewhere } from '../../store/channels/project-channels.ts'
import { lockReply, partsOf, replyById, type ReplyPart, type ReplyRow } from '../../store/replies/replies.ts'
import type { Queries, Tx } from '../../store/database.ts'
import { changedComments } from '../../store/tracker/known-comments.ts'
import type { BotDeps } from '../../deps.ts'
import type { BotJob, NewBotJob } from '../../payloads.ts'
import { audience, type Reader } from '../../access/audience.ts'
import type { Planned } from '../ledger/decision.ts'
import { leaveOut } from '../ledger/leave-out.ts'
import { writePlanned } from '../ledger/commit-planned.ts'
import { cardIn, channelsOfTask } from '../ledger/planned-card.ts'
import { aboutTask } from '../ledger/subject.ts'
import { saidNow } from '../ledger/reply-bodies.ts'
import { lookAtTask, type TaskInView, taskUrl } from '../tracker/task-in-view.ts'

/** The jobs that show a reply in other channels. Each task has one lane, which keeps the order. */
export const passOnJobs = async (tx: Tx, reply: ReplyRow): Promise<NewBotJob[]> => {
  const { id, channel, task_uuid: lane, projectUuid } = reply
  if (!(await isReceivedElsewhere(tx.sql, channel, projectUuid))) return []
  return [{ kind: 'pass-on', lane, payload: { reply: id } }]
}

const plan = (
  view: TaskInView,
  readers: readonly Reader[],
  comments: readonly { uuid: string; said: { authorName: string; text: string } }[],
  iconUrl: string | undefined,
) =>
  readers.flatMap((reader): Planned[] => [
    ...cardIn(view, reader),
    ...comments.map(({ uuid, said }): Planned => ({
      channel: reader.channel,
      kind: 'comment',
      objectUuid: uuid,
      op: 'post',
      on: { kind: 'task_card', uuid: view.uuid },
      facts: { uuid, ...said, iconUrl, cutUrl: taskUrl(view, reader), passedOn: true },
    })),
  ])

/** Somebody in the tracker may be quicker: what is passed on is what its comments say by now. */
const commentsNow = async (sql: Queries, parts: readonly ReplyPart[]) => {
  const made = parts.flatMap(({ comment_uuid: uuid, body }) => (uuid === null ? [] : [{ uuid, body }]))
  const changed = await changedComments(
    sql,
    made.map(({ uuid }) => uuid),
  )
  return made.flatMap(({ uuid, body }) => {
    const text = changed.get(uuid)
    return text === null ? [] : [{ uuid, said: saidNow(body, text ?? body) }]
  })
}

/**
 * Lane `pass-on`, one a task: what a person said in one channel reaches the task's thread in every other channel
 * that receives it. The echo is dropped everywhere, so a comment can only come from its person, and once.
 */
export const passOn = async (deps: BotDeps, job: BotJob<'pass-on'>): Promise<void> => {
  const reply = await replyById(deps.database.sql, job.payload.reply)
  const view = reply && (await lookAtTask(deps, reply.task_uuid, reply.projectUuid ?? undefined, 'tracker'))
  if (!view) return
  const channels = (await channelsOfTask(deps, view)).filter(({ channel }) => channel !== reply.channel)
  const readers = await audience(deps, channels, 'comment_new', view.internal)
  if (readers.length === 0) return
  const { name, email, imageUrl } = await deps.slack.person(reply.user_id)
  const parts = await partsOf(deps.database.sql, reply.id)
  const comments = await commentsNow(deps.database.sql, parts)
  const planned = plan(view, readers, comments, imageUrl)
  const subject = aboutTask(view, { name, email })
  const wanted = await leaveOut(deps, subject, planned, channels)
  await deps.database.transaction(async (tx) => {
    await lockReply(tx, deps.database, reply.id)
    if (!isDeepStrictEqual(await commentsNow(tx.sql, parts), comments))
      throw new RetryLater(0, 'a comment was changed meanwhile')
    await deps.lanes.enqueue(tx, await writePlanned(deps, tx, null, wanted))
    await job.done(tx)
  })
}
