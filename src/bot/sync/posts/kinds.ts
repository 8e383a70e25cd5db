import { startOf } from '../../../contract/text/start-of.ts'
import type { z } from 'zod'
import type { DeliveryRow } from './store/deliveries.ts'
import { GiveUp } from '../../../lanes/lanes.ts'
import { burst, burstSchema } from './messages/burst.ts'
import {
  commentDeleted,
  commentLine,
  commentSchema,
  commentDeletedSchema,
} from '../../kit/cards/comment-line.ts'
import { digest, digestSchema } from './messages/digest.ts'
import { inFlat } from '../../kit/cards/in-flat.ts'
import type { Message } from '../../kit/message.ts'
import { missed, missedSchema } from './messages/missed.ts'
import { projectCard, projectCardSchema } from '../../kit/cards/project-card.ts'
import { projectCompleted, projectCompletedSchema } from './messages/project-completed.ts'
import { projectLine, projectLineSchema } from '../../kit/cards/project-line.ts'
import { replyChanged, replyChangedSchema } from './messages/reply-changed.ts'
import { subtaskLine, subtaskLineSchema } from './messages/subtask-line.ts'
import { taskCard, taskCardSchema } from '../../kit/cards/task-card.ts'
import { taskCompletedLine, taskCompletedSchema } from './messages/task-completed-line.ts'
import { threadSynced, threadSyncedSchema } from './messages/thread-synced.ts'
import * as facts from './plan/delivery-facts.ts'

export interface Rendered extends Message {
  username?: string | undefined
  iconUrl?: string | undefined
}

const kind = <Facts extends object>(schema: z.ZodType<Facts>, say: (facts: Facts) => Rendered) => ({
  schema,
  render: (row: DeliveryRow): Rendered => say(facts.readFacts(schema, row)),
})

const task = kind(taskCardSchema, taskCard)
const project = kind(projectCardSchema, (card) => projectCard({ ...card, canPin: true }))
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
  task_card: task,
  task_card_update: task,
  task_completed: kind(taskCompletedSchema, taskCompletedLine),
  subtask_line: kind(subtaskLineSchema, subtaskLine),
  comment,
  comment_update: comment,
  comment_tombstone: kind(commentDeletedSchema, commentDeleted),
  project_card: project,
  project_card_update: project,
  project_completed: kind(projectCompletedSchema, projectCompleted),
  missed: kind(missedSchema, missed),
  project_line: kind(projectLineSchema, projectLine),
  reply_changed: changed,
  reply_changed_update: changed,
  digest: kind(digestSchema, digest),
  thread_synced: synced,
  thread_synced_update: synced,
  burst: counted,
  burst_update: counted,
}

export type DeliveryKind = keyof typeof kinds
export type FactsOf<K extends DeliveryKind> = z.output<(typeof kinds)[K]['schema']>

export const isDeliveryKind = (name: string): name is DeliveryKind => Object.hasOwn(kinds, name)

export const render = (row: DeliveryRow, more: facts.Shown = {}): Rendered => {
  if (!isDeliveryKind(row.kind)) throw new GiveUp(`no message is made for ${row.kind}`)
  const { flat } = { ...facts.briefOf(row), ...more }
  const made = kinds[row.kind].render(row)
  return typeof flat === 'object' ? { ...made, ...inFlat(made, flat) } : made
}
