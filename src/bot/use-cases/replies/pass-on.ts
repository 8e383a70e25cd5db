import { isReceivedElsewhere } from '../../store/channels/project-channels.ts'
import { partsOf, replyById, type ReplyPart, type ReplyRow } from '../../store/replies/replies.ts'
import type { Tx } from '../../store/database.ts'
import type { BotDeps } from '../../deps.ts'
import type { BotJob, NewBotJob } from '../../payloads.ts'
import { audience, type Reader } from '../../access/audience.ts'
import type { Planned } from '../ledger/decision.ts'
import { leaveOut } from '../ledger/leave-out.ts'
import { writePlanned } from '../ledger/commit-planned.ts'
import { cardIn, channelsOfTask } from '../ledger/planned-card.ts'
import { aboutTask } from '../ledger/subject.ts'
import { splitAuthor } from '../ledger/reply-bodies.ts'
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
  parts: readonly ReplyPart[],
  iconUrl: string | undefined,
) =>
  readers.flatMap((reader): Planned[] => [
    ...cardIn(view, reader, true),
    ...parts.flatMap(({ comment_uuid: uuid, body }): Planned[] =>
      uuid === null
        ? []
        : [
            {
              channel: reader.channel,
              kind: 'comment',
              objectUuid: uuid,
              op: 'post',
              on: { kind: 'task_card', uuid: view.uuid },
              facts: { uuid, ...splitAuthor(body), iconUrl, cutUrl: taskUrl(view, reader), passedOn: true },
            },
          ],
    ),
  ])

/** Lane `pass-on`, one per task: posts a reply in other channels. Its own event is dropped everywhere. */
export const passOn =
  (deps: BotDeps) =>
  async (job: BotJob<'pass-on'>): Promise<void> => {
    const reply = await replyById(deps.database.sql, job.payload.reply)
    const view = reply && (await lookAtTask(deps, reply.task_uuid, reply.projectUuid ?? undefined, 'tracker'))
    if (!view) return
    const channels = (await channelsOfTask(deps, view)).filter(({ channel }) => channel !== reply.channel)
    const readers = await audience(deps, channels, 'comment_new', view.internal)
    if (readers.length === 0) return
    const { name, email, imageUrl } = await deps.slack.person(reply.user_id)
    const planned = plan(view, readers, await partsOf(deps.database.sql, reply.id), imageUrl)
    const subject = aboutTask(view, { name, email })
    const wanted = await leaveOut(deps, subject, planned, channels)
    await deps.database.transaction(async (tx) => {
      await deps.lanes.enqueue(tx, await writePlanned(deps, tx, null, wanted))
      await job.done(tx)
    })
  }
