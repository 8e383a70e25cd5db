import { startOf } from '../../../contract/text/start-of.ts'
import type { z } from 'zod'
import type { DeliveryRow } from './store/deliveries.ts'
import { GiveUp } from '../../../lanes/lanes.ts'
import { burst, burstSchema } from './messages/burst.ts'
import {
  commentDeleted,
  type CommentFacts,
  commentLine,
  commentSchema,
  commentDeletedSchema,
} from '../../kit/cards/comment-line.ts'
import { digest, digestSchema } from './messages/digest.ts'
import { inFlat } from '../../kit/cards/in-flat.ts'
import type { Message } from '../../kit/message.ts'
import { missed, missedSchema } from './messages/missed.ts'
import { projectCard, type ProjectCardFacts, projectCardSchema } from '../../kit/cards/project-card.ts'
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

/** What the facts of a post name besides what it is about. */
interface Names {
  projects?: readonly string[]
  tasks?: readonly (string | undefined)[]
}

interface Row<Facts extends object> {
  schema: z.ZodType<Facts>
  say: (facts: Facts) => Rendered
  /**
   * By its key: a task, or a project (also with a version behind). `thread`: by the message that it is under. `facts`:
   * only by `names`. A channel reads a post only if it may read all of this.
   */
  about: 'task' | 'project' | 'thread' | 'facts'
  names?: (facts: Facts) => Names
  /** The root of a thread. If it is deleted in Slack, the next message posts it again. */
  isCard?: true
  /** Posted also if others can read the channel now. */
  isRemoval?: true
  /** Without an event, a person did it (`own`), or asked for it (`asked`). */
  byPerson?: (objectUuid: string) => 'own' | 'asked' | undefined
  /** Many at once become one message that counts. Comments, cards and announcements never do. */
  counted?: 'tasks' | 'subtasks' | 'others'
  /** Posted at once also in a channel that receives digests. */
  besideDigests?: true
  /** Outside of a thread, the message has to name its task. */
  namesTask?: true
  /** It says who reads replies. */
  saysReaders?: true
}

const kind = <Facts extends object>({ schema, say, names, ...row }: Row<Facts>) => ({
  ...row,
  schema,
  render: (delivery: DeliveryRow): Rendered => say(facts.readFacts(schema, delivery)),
  named: (delivery: DeliveryRow): Names => names?.(facts.readFacts(schema, delivery)) ?? {},
})

const own = () => 'own' as const
const asked = () => 'asked' as const

const task = { schema: taskCardSchema, say: taskCard }
const project = {
  schema: projectCardSchema,
  say: (card: ProjectCardFacts) => projectCard({ ...card, canPin: true }),
  names: ({ late, waiting, next }: ProjectCardFacts) => ({
    tasks: [late?.first?.uuid, waiting?.first?.uuid, next?.uuid],
  }),
}
const comment = {
  schema: commentSchema,
  say: (said: CommentFacts) => ({
    ...commentLine(said),
    username: said.nameInBlocks ? undefined : startOf(said.authorName, 80),
    iconUrl: said.nameInBlocks ? undefined : said.iconUrl,
  }),
}
const changed = kind({ schema: replyChangedSchema, say: replyChanged, about: 'thread' })
const many = kind({ schema: burstSchema, say: burst, about: 'project' })
const synced = {
  schema: threadSyncedSchema,
  say: threadSynced,
  about: 'thread' as const,
  saysReaders: true as const,
}

/** Every kind of post. The facts are stored when the event is decided. */
const kinds = {
  task_card: kind({ ...task, about: 'task', isCard: true, saysReaders: true }),
  task_card_update: kind({ ...task, about: 'thread', saysReaders: true }),
  task_completed: kind({
    schema: taskCompletedSchema,
    say: taskCompletedLine,
    about: 'thread',
    counted: 'tasks',
  }),
  subtask_line: kind({
    schema: subtaskLineSchema,
    say: subtaskLine,
    about: 'thread',
    counted: 'subtasks',
    namesTask: true,
  }),
  comment: kind({ ...comment, about: 'thread', byPerson: own, namesTask: true }),
  comment_update: kind({ ...comment, about: 'thread' }),
  comment_tombstone: kind({
    schema: commentDeletedSchema,
    say: commentDeleted,
    about: 'thread',
    isRemoval: true,
  }),
  project_card: kind({ ...project, about: 'project', isCard: true, byPerson: asked }),
  project_card_update: kind({ ...project, about: 'thread' }),
  project_completed: kind({
    schema: projectCompletedSchema,
    say: projectCompleted,
    about: 'project',
    besideDigests: true,
  }),
  missed: kind({ schema: missedSchema, say: missed, about: 'facts', besideDigests: true }),
  project_line: kind({ schema: projectLineSchema, say: projectLine, about: 'thread', counted: 'others' }),
  reply_changed: changed,
  reply_changed_update: changed,
  digest: kind({
    schema: digestSchema,
    say: digest,
    about: 'facts',
    names: ({ projects }) => ({
      projects: projects.map(({ uuid }) => uuid),
      tasks: projects.flatMap(({ done, late, waiting, comments, next }) => [
        next?.uuid,
        ...[done, late, waiting, comments].flatMap(({ named = [] }) => named).map(({ uuid }) => uuid),
      ]),
    }),
    besideDigests: true,
    byPerson: (uuid) => (uuid.startsWith('digest@by-hand') ? 'asked' : undefined),
  }),
  thread_synced: kind({ ...synced, byPerson: own }),
  thread_synced_update: kind(synced),
  burst: many,
  burst_update: many,
}

export type DeliveryKind = keyof typeof kinds
export type FactsOf<K extends DeliveryKind> = z.output<(typeof kinds)[K]['schema']>

export const isDeliveryKind = (name: string): name is DeliveryKind => Object.hasOwn(kinds, name)

export const allKinds = Object.keys(kinds).filter(isDeliveryKind)

export const countedAs = (kind: DeliveryKind) => kinds[kind].counted

/** Undefined for what this version does not know. */
export const kindOf = (name: string) => (isDeliveryKind(name) ? kinds[name] : undefined)

export const isCard = (name: string): boolean => kindOf(name)?.isCard === true

/** Those that say who reads replies wherever they are posted. */
export const kindsWithReaders = allKinds.filter((kind) => kindOf(kind)?.saysReaders)

export const render = (row: DeliveryRow, more: facts.Shown = {}): Rendered => {
  const { flat, replies } = { ...facts.briefOf(row), ...more }
  const made = kindOf(row.kind)?.render(replies ? { ...row, facts: facts.withShown(row, { replies }) } : row)
  if (!made) throw new GiveUp(`no message is made for ${row.kind}`)
  return typeof flat === 'object' ? { ...made, ...inFlat(made, { ...flat, replies }) } : made
}
