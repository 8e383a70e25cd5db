import { startOf } from '../../../contract/text.ts'
import { z } from 'zod'
import type { PostRow } from '../store/posts.ts'
import { GiveUp } from '../../../lanes/lanes.ts'
import {
  burst,
  burstSchema,
  missed,
  missedSchema,
  projectCompleted,
  projectCompletedSchema,
} from '../messages/project.ts'
import {
  commentDeleted,
  commentDeletedSchema,
  type CommentFacts,
  commentLine,
  commentSchema,
  taskCard,
  taskCardSchema,
  type FlatTask,
  inFlat,
} from '../../kit/task-card.ts'
import { digest, digestSchema } from '../messages/digest.ts'
import type { Message } from '../../kit/message.ts'
import { projectCard, projectCardSchema, projectLine, projectLineSchema } from '../../kit/project-card.ts'
import { replyChanged, replyChangedSchema } from '../messages/reply.ts'
import {
  subtaskLine,
  subtaskLineSchema,
  taskCompletedAlone,
  taskCompletedLine,
  taskCompletedSchema,
  threadSynced,
  threadSyncedSchema,
} from '../messages/task.ts'
import * as facts from './post-facts.ts'

interface Rendered extends Message {
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
  /** Says it in the channel itself. A task that has no thread yet gets none for its sake. */
  alone?: (facts: Facts & { task: FlatTask }) => Message
  /** The root of a thread. If it is deleted in Slack, the next message posts it again. */
  isCard?: true
  /** Without an event, a person did it (`own`), or asked for it (`asked`). */
  byPerson?: (objectUuid: string) => 'own' | 'asked' | undefined
  /** Many at once become one message that counts. Comments, cards and announcements never do. */
  counted?: 'tasks' | 'subtasks' | 'others'
  /** It is the message that counts the others, and keeps counting while more come. */
  counts?: true
  /** Posted at once also in a channel that receives digests. */
  besideDigests?: true
  /** Outside of a thread, the message has to name its task. */
  namesTask?: true
  saysReaders?: true
  /** Its facts hold people's words, which only Slack needs once they are posted: they are words, or quote some. */
  hasWords?: 'all' | 'quote'
}

const kind = <Facts extends object>({ schema, say, alone, names, ...row }: Row<Facts>) => ({
  ...row,
  schema,
  needsThread: alone === undefined,
  /** As it is stored, so that equal facts are equal texts. */
  write: (said: unknown): string => JSON.stringify(schema.parse(said)),
  render: (post: PostRow, shown: facts.Shown): Rendered =>
    say(schema.parse({ ...facts.readFacts(z.looseObject({}), post), ...shown })),
  renderAlone: (post: PostRow, task: FlatTask): Message | undefined =>
    alone?.({ ...facts.readFacts(schema, post), task }),
  named: (post: PostRow): Names => names?.(facts.readFacts(schema, post)) ?? {},
})

const own = () => 'own' as const
const asked = () => 'asked' as const

const said = (comment: CommentFacts): Rendered => ({
  ...commentLine(comment),
  username: comment.nameInBlocks ? undefined : startOf(comment.authorName, 80),
  iconUrl: comment.nameInBlocks ? undefined : comment.iconUrl,
})

/** Every kind of post. The facts are stored when the event is decided. */
const kinds = {
  task_card: kind({
    schema: taskCardSchema,
    say: taskCard,
    about: 'task',
    isCard: true,
    saysReaders: true,
    hasWords: 'quote',
  }),
  task_completed: kind({
    schema: taskCompletedSchema,
    say: taskCompletedLine,
    alone: taskCompletedAlone,
    about: 'thread',
    counted: 'tasks',
    hasWords: 'all',
  }),
  subtask_line: kind({
    schema: subtaskLineSchema,
    say: subtaskLine,
    about: 'thread',
    counted: 'subtasks',
    namesTask: true,
    hasWords: 'all',
  }),
  comment: kind({
    schema: z.union([commentDeletedSchema, commentSchema]),
    say: (facts) => ('deleted' in facts ? commentDeleted(facts) : said(facts)),
    about: 'thread',
    byPerson: own,
    namesTask: true,
    hasWords: 'all',
  }),
  project_card: kind({
    schema: projectCardSchema,
    say: (card) => projectCard({ ...card, canPin: true }),
    about: 'project',
    names: ({ late, waiting, next, activity }) => ({
      tasks: [late?.first.uuid, waiting?.first.uuid, next?.uuid, activity?.task.uuid],
    }),
    isCard: true,
    byPerson: asked,
  }),
  project_completed: kind({
    schema: projectCompletedSchema,
    say: projectCompleted,
    about: 'project',
    besideDigests: true,
  }),
  missed: kind({ schema: missedSchema, say: missed, about: 'facts', besideDigests: true }),
  project_line: kind({ schema: projectLineSchema, say: projectLine, about: 'thread', counted: 'others' }),
  reply_changed: kind({ schema: replyChangedSchema, say: replyChanged, about: 'thread', hasWords: 'all' }),
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
  }),
  thread_synced: kind({
    schema: threadSyncedSchema,
    say: threadSynced,
    about: 'thread',
    saysReaders: true,
    byPerson: own,
  }),
  burst: kind({ schema: burstSchema, say: burst, about: 'project', counts: true }),
}

export type PostKind = keyof typeof kinds
export type FactsOf<K extends PostKind> = z.output<(typeof kinds)[K]['schema']>

export const isPostKind = (name: string): name is PostKind => Object.hasOwn(kinds, name)

export const allKinds = Object.keys(kinds).filter(isPostKind)

export const countedAs = (kind: PostKind) => kinds[kind].counted

export const writeFacts = (kind: PostKind, facts: unknown): string => kinds[kind].write(facts)

/** Undefined for what this version does not know. */
export const kindOf = (name: string) => (isPostKind(name) ? kinds[name] : undefined)

export const isCard = (name: string): boolean => kindOf(name)?.isCard === true

/** Those that say who reads replies wherever they are posted. */
export const kindsWithReaders = allKinds.filter((kind) => kindOf(kind)?.saysReaders)
export const kindsWithWords = (which: 'all' | 'quote') =>
  allKinds.filter((kind) => kindOf(kind)?.hasWords === which)

export const render = (row: PostRow, more: facts.Shown = {}): Rendered => {
  const { flat, nameInBlocks, replies } = { ...facts.formOf(row), ...more }
  const made = kindOf(row.kind)?.render(row, { nameInBlocks, replies })
  if (!made) throw new GiveUp(`no message is made for ${row.kind}`)
  if (typeof flat !== 'object') return made
  const task = { ...flat, replies }
  return { ...made, ...(kindOf(row.kind)?.renderAlone(row, task) ?? inFlat(made, task)) }
}
