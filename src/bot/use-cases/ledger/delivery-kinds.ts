import { burst, type BurstFacts } from '../../messages/events/burst.ts'
import {
  commentDeleted,
  type CommentDeletedFacts,
  type CommentFacts,
  commentLine,
} from '../../messages/events/comment-line.ts'
import { digest, type DigestFacts } from '../../messages/digests/digest.ts'
import { inFlat } from '../../messages/events/flat.ts'
import type { Message } from '../../messages/kit/message.ts'
import { missed, type MissedFacts } from '../../messages/events/missed.ts'
import { projectCard, type ProjectCardFacts } from '../../messages/events/project-card.ts'
import { projectCompleted, type ProjectCompletedFacts } from '../../messages/events/project-completed.ts'
import { projectLine, type ProjectLineFacts } from '../../messages/events/project-line.ts'
import { quietDigest, type QuietDigestFacts } from '../../messages/digests/quiet-digest.ts'
import { replyChanged, type ReplyChangedFacts } from '../../messages/replies/reply-changed.ts'
import { subtaskLine, type SubtaskLineFacts } from '../../messages/events/subtask-line.ts'
import { taskCard, type TaskCardFacts } from '../../messages/events/task-card.ts'
import { type TaskCompletedFacts, taskCompletedLine } from '../../messages/events/task-completed-line.ts'
import type { Shown } from './settings-applied.ts'

export interface Rendered extends Message {
  username?: string | undefined
  iconUrl?: string | undefined
  /** Also shown in the channel when it stands in a thread. */
  broadcast?: boolean | undefined
}

const comment = (facts: CommentFacts): Rendered => ({
  ...commentLine(facts),
  username: facts.nameInBlocks ? undefined : facts.authorName.slice(0, 80),
  iconUrl: facts.nameInBlocks ? undefined : facts.iconUrl,
})

/** Every kind of ledger row and what it says. The facts were written when the event was decided. */
const kinds = {
  task_card: (facts: TaskCardFacts) => taskCard(facts),
  task_card_update: (facts: TaskCardFacts) => taskCard(facts),
  task_completed: (facts: TaskCompletedFacts) => taskCompletedLine(facts),
  subtask_line: (facts: SubtaskLineFacts) => subtaskLine(facts),
  comment,
  comment_update: comment,
  comment_tombstone: (facts: CommentDeletedFacts) => commentDeleted(facts),
  project_card: (facts: ProjectCardFacts) => projectCard({ ...facts, canPin: true }),
  project_card_update: (facts: ProjectCardFacts) => projectCard({ ...facts, canPin: true }),
  project_completed: (facts: ProjectCompletedFacts) => projectCompleted(facts),
  missed: (facts: MissedFacts) => missed(facts),
  project_line: (facts: ProjectLineFacts) => projectLine(facts),
  reply_changed: (facts: ReplyChangedFacts) => replyChanged(facts),
  reply_changed_update: (facts: ReplyChangedFacts) => replyChanged(facts),
  digest: (facts: DigestFacts) => digest(facts),
  quiet_digest: (facts: QuietDigestFacts) => quietDigest(facts),
  burst: (facts: BurstFacts) => burst(facts),
  burst_update: (facts: BurstFacts) => burst(facts),
} as const

export type DeliveryKind = keyof typeof kinds
/** What the message of a kind is made from. */
export type FactsOf<K extends DeliveryKind> = Parameters<(typeof kinds)[K]>[0]

/** What a compact channel is spared, by kind; comments and announcements are whole everywhere. */
const spared: Partial<Record<DeliveryKind, object>> = {
  task_card: { moduleName: undefined, assigneeName: undefined, dueDate: undefined },
  task_card_update: { moduleName: undefined, assigneeName: undefined, dueDate: undefined },
  task_completed: { answers: [] },
  subtask_line: { answer: undefined },
  project_card: { startDate: undefined, dueDate: undefined, completedDate: undefined },
  project_card_update: { startDate: undefined, dueDate: undefined, completedDate: undefined },
}

export const render = (kind: string, facts: string): Rendered => {
  const builder = kinds[kind as DeliveryKind] as ((facts: unknown) => Rendered) | undefined
  if (!builder) throw new TypeError(`no message is made for ${kind}`)
  const { flat, compact, broadcast, ...all } = JSON.parse(facts) as Shown & object
  const made = builder(compact ? { ...all, ...spared[kind as DeliveryKind] } : all)
  const whole = typeof flat === 'object' ? { ...made, ...inFlat(made, flat) } : made
  return { ...whole, broadcast }
}
