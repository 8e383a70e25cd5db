import { startOf } from '../../../contract/text/start-of.ts'
import type { z } from 'zod'
import type { DeliveryRow } from '../../store/ledger/deliveries.ts'
import { GiveUp } from '../../../lanes/lanes.ts'
import { burst, burstSchema } from '../../messages/events/burst.ts'
import {
  commentDeleted,
  commentLine,
  commentSchema,
  commentDeletedSchema,
} from '../../messages/events/comment-line.ts'
import { digest, digestSchema } from '../../messages/digests/digest.ts'
import { inFlat } from '../../messages/events/in-flat.ts'
import type { Message } from '../../messages/kit/message.ts'
import { missed, missedSchema } from '../../messages/events/missed.ts'
import { projectCard, projectCardSchema } from '../../messages/events/project-card.ts'
import { projectCompleted, projectCompletedSchema } from '../../messages/events/project-completed.ts'
import { projectLine, projectLineSchema } from '../../messages/events/project-line.ts'
import { quietDigest, quietDigestSchema } from '../../messages/digests/quiet-digest.ts'
import { replyChanged, replyChangedSchema } from '../../messages/replies/reply-changed.ts'
import { subtaskLine, subtaskLineSchema } from '../../messages/events/subtask-line.ts'
import { taskCard, taskCardSchema } from '../../messages/events/task-card.ts'
import { taskCompletedLine, taskCompletedSchema } from '../../messages/events/task-completed-line.ts'
import { threadSynced, threadSyncedSchema } from '../../messages/threads/thread-synced.ts'
import { takeOverLine, takeOverSchema } from '../../messages/threads/take-over-line.ts'
import { postedProject } from '../../messages/work-objects/project-work-object.ts'
import { postedTask } from '../../messages/work-objects/task-work-object.ts'
import type { WorkObject } from '../../messages/work-objects/work-object.ts'
import * as facts from './delivery-facts.ts'

export interface Rendered extends Message {
  username?: string | undefined
  iconUrl?: string | undefined
  /** Also shown in the channel, if it is posted in a thread. */
  broadcast?: boolean | undefined
  /** Shown under it. Only when it is posted: Slack keeps them when the message changes. */
  workObjects?: readonly WorkObject[]
}

const kind = <Facts extends object>(schema: z.ZodType<Facts>, say: (facts: Facts) => Rendered) => ({
  schema,
  render: (row: DeliveryRow): Rendered => say(facts.readFacts(schema, row)),
})

const task = kind(taskCardSchema, taskCard)
const newTask = kind(taskCardSchema, (card) => ({ ...taskCard(card), workObjects: postedTask(card) }))
const project = kind(projectCardSchema, (card) => projectCard({ ...card, canPin: true }))
const newProject = kind(projectCardSchema, (card) => ({
  ...projectCard({ ...card, canPin: true }),
  workObjects: postedProject(card),
}))
const comment = kind(commentSchema, (said) => ({
  ...commentLine(said),
  username: said.nameInBlocks ? undefined : startOf(said.authorName, 80),
  iconUrl: said.nameInBlocks ? undefined : said.iconUrl,
}))
const changed = kind(replyChangedSchema, replyChanged)
const counted = kind(burstSchema, burst)

const synced = kind(threadSyncedSchema, threadSynced)

/** Every kind of ledger row. The facts are stored when the event is decided. */
const kinds = {
  task_card: newTask,
  task_card_update: task,
  task_completed: kind(taskCompletedSchema, taskCompletedLine),
  subtask_line: kind(subtaskLineSchema, subtaskLine),
  comment,
  comment_update: comment,
  comment_tombstone: kind(commentDeletedSchema, commentDeleted),
  project_card: newProject,
  project_card_update: project,
  project_completed: kind(projectCompletedSchema, projectCompleted),
  missed: kind(missedSchema, missed),
  project_line: kind(projectLineSchema, projectLine),
  reply_changed: changed,
  reply_changed_update: changed,
  digest: kind(digestSchema, digest),
  quiet_digest: kind(quietDigestSchema, quietDigest),
  thread_synced: synced,
  thread_synced_update: synced,
  take_over: kind(takeOverSchema, takeOverLine),
  burst: counted,
  burst_update: counted,
}

export type DeliveryKind = keyof typeof kinds
export type FactsOf<K extends DeliveryKind> = z.output<(typeof kinds)[K]['schema']>

export const isDeliveryKind = (name: string): name is DeliveryKind => Object.hasOwn(kinds, name)

export const render = (row: DeliveryRow, more: facts.Shown = {}): Rendered => {
  if (!isDeliveryKind(row.kind)) throw new GiveUp(`no message is made for ${row.kind}`)
  const { flat, broadcast } = { ...facts.briefOf(row), ...more }
  const made = kinds[row.kind].render(row)
  const whole = typeof flat === 'object' ? { ...made, ...inFlat(made, flat) } : made
  return { ...whole, broadcast }
}
