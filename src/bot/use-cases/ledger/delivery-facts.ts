import { z } from 'zod'
import type { DeliveryRow } from '../../store/ledger/deliveries.ts'
import { readJson } from '../../store/read-json.ts'

/** Schemas of stored facts, also of the previous version. A row that does not match is given up. */

const text = z.string()
const number = z.number()

const each = <Key extends string, Value extends z.ZodType>(value: Value, keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, Value>
const texts = <Key extends string>(...keys: Key[]) => each(text, keys)
const maybe = <Key extends string>(...keys: Key[]) => each(text.optional(), keys)
const numbers = <Key extends string>(...keys: Key[]) => each(number, keys)
const flags = <Key extends string>(...keys: Key[]) => each(z.boolean(), keys)
const maybeFlags = <Key extends string>(...keys: Key[]) => each(z.boolean().optional(), keys)

export const taskCardSchema = z.object({
  ...texts('uuid', 'name', 'projectName'),
  ...maybe('moduleName', 'status', 'assigneeName', 'assigneeId', 'dueDate', 'url'),
  ...flags('internal', 'existedBefore', 'deleted'),
  ...maybeFlags('overdue', 'portal'),
})

export const taskCompletedSchema = z.object({
  taskName: text,
  ...maybe('completedBy', 'completedDate', 'nextTaskName', 'nextTaskUrl', 'url'),
  answers: z
    .array(z.object({ name: text, answer: z.unknown() }))
    .readonly()
    .optional(),
})

export const subtaskLineSchema = z.object({
  name: text,
  change: z.enum(['completed', 'answered', 'reopened']),
  ...maybe('taskName', 'byName'),
  answer: z.unknown().optional(),
})

export const commentSchema = z.object({
  ...texts('authorName', 'text'),
  ...maybe('createdAt', 'editedAt', 'cutUrl', 'uuid', 'iconUrl'),
  ...maybeFlags('late', 'nameInBlocks', 'passedOn'),
  quote: z.object(texts('authorName', 'text')).optional(),
})

export const commentDeletedSchema = z.object(texts('authorName'))

export const projectCardSchema = z.object({
  name: text,
  ...maybe('uuid', 'accountName', 'ownerName', 'state', 'status', 'startDate', 'dueDate', 'completedDate'),
  ...maybe('today', 'url'),
  ...maybeFlags('overdue', 'portal', 'canSubscribe', 'canPin', 'canMakeChannel'),
  percentage: number.optional(),
})

export const projectCompletedSchema = z.object({
  ...texts('uuid', 'name'),
  ...maybe('accountName', 'ownerName', 'completedBy', 'completedDate', 'startDate', 'dueDate'),
  ...maybe('url', 'portalUrl'),
  ...maybeFlags('ownChannel'),
  percentage: number.optional(),
  openItems: z
    .object({ total: number, named: z.array(z.object({ name: text, ...maybe('assignee') })).readonly() })
    .optional(),
  answers: z
    .object({ total: number, first: z.array(z.object(texts('name', 'answer'))).readonly() })
    .optional(),
  thanked: z.array(text).readonly().optional(),
})

export const projectLineSchema = z.object({ projectName: text, ...maybe('url') }).and(
  z.discriminatedUnion('change', [
    z.object({ change: z.literal('archived'), ...maybe('by', 'at') }),
    z.object({
      change: z.literal('invited'),
      person: text,
      ...maybe('role', 'by'),
      ...maybeFlags('customer'),
    }),
    z.object({ change: z.literal('status'), to: text, ...maybe('from', 'by') }),
    z.object({ change: z.literal('owner'), to: text, ...maybe('from', 'by') }),
    z.object({ change: z.literal('module-completed'), moduleName: text }),
  ]),
)

export const replyChangedSchema = z.object({
  what: z.enum(['edited', 'deleted']),
  ...texts('uuid', 'authorName'),
  ...maybe('text'),
})

export const threadSyncedSchema = z.object({
  ...texts('key', 'by', 'taskName'),
  ...maybe('taskUrl', 'accountName', 'endedBy'),
  ...maybeFlags('oneWay'),
  readers: z.enum(['customers', 'team', 'unknown']),
})

export const takeOverSchema = z.object({
  taskName: text,
  state: z.enum(['sending', 'stopped', 'done']),
  ...numbers('id', 'total', 'done', 'failed'),
})

export const missedSchema = z.object(numbers('projects'))

export const burstSchema = z.object({
  projectName: text,
  ...maybe('url'),
  ...numbers('tasks', 'subtasks', 'others'),
})

const digestItem = z.object({ name: text, ...maybe('uuid', 'url', 'detail'), standsFor: number.optional() })
const digestItems = z.object({ total: number, named: z.array(digestItem).readonly().optional() })

const digestProject = z.object({
  ...texts('uuid', 'name'),
  ...maybe('url', 'completedDate'),
  ...maybeFlags('overdue'),
  percentage: number.optional(),
  done: digestItems,
  late: digestItems,
  waiting: digestItems,
  comments: digestItems,
  next: digestItem.optional(),
})

export const digestSchema = z.object({
  every: z.enum(['daily', 'weekly']).optional(),
  sinceAt: text,
  ...numbers('total', 'offset'),
  ...maybeFlags('preview'),
  projects: z.array(digestProject).readonly(),
})

export const quietDigestSchema = z.object({
  ...texts('from', 'to', 'timeZone'),
  ...numbers('comments', 'tasks', 'subtasks', 'completedProjects', 'others', 'collapsed'),
  about: z.array(
    z.object({
      subject: text,
      ...maybe('url'),
      messages: number,
      of: z.object(texts('kind', 'uuid')).optional(),
    }),
  ),
})

export const reportSchema = z.object({
  every: z.literal('weekly').optional(),
  at: text,
  ...maybeFlags('ofChannel', 'notAllRead'),
  ...numbers('running', 'completed'),
  onPlan: z.object(numbers('onTime', 'of')).optional(),
  months: z
    .array(z.object({ month: text, ...numbers('projects', 'actual'), planned: number.optional() }))
    .readonly(),
  waiting: z.array(z.object({ account: text, tasks: number, since: text.optional() })).readonly(),
  overdue: z.array(z.object({ owner: text, projects: number, days: number.optional() })).readonly(),
  answered: z.object(numbers('inADay', 'of')),
})

/** How a message is shown, in addition to its own facts. */
const shown = z.object({
  /** Posted in the channel itself. The object names the task, if the message does not. */
  flat: z.union([z.literal(true), z.object({ taskName: text, ...maybe('url') })]).optional(),
  ...maybeFlags('compact', 'broadcast', 'nameInBlocks'),
  ...maybe('assigneeId'),
})
export type Shown = z.infer<typeof shown>

/** The person who is waiting to hear that their comment exists. */
const tell = z.object({ reply: number, user: text, taskName: text })
export type Tell = z.infer<typeof tell>

/** Facts needed from rows of any kind, even after their text was cleared. */
const brief = shown.extend({
  ...maybe('authorName', 'name', 'projectName', 'assigneeName', 'url'),
  ...maybeFlags('existedBefore', 'passedOn'),
  tell: tell.optional(),
})

type Stored = Pick<DeliveryRow, 'id' | 'kind' | 'facts'>

export const readFacts = <T>(schema: z.ZodType<T>, { id, kind, facts }: Stored): T =>
  readJson(`the facts of message ${id} (${kind})`, schema, facts)

export const briefOf = (row: Stored): z.infer<typeof brief> => readFacts(brief, row)

/** The row's facts plus these, for a retry or an edit. */
export const withShown = (row: Stored, more: Shown): string =>
  JSON.stringify({ ...readFacts(z.looseObject({}), row), ...more })
