import { type Queries, type Tx, readJson } from '../../../store/database.ts'
import { changedAny } from '../../../../database/statement.ts'
import { z } from 'zod'
import { dropKey, readKey, keysUnder, writeKey } from '../../../store/key-values.ts'
import { sql as raw } from 'kysely'

/** The end of the period that digests have covered, in ms. Undefined before digests were turned on. */
export const digestedUntil = async (sql: Queries, channel: string): Promise<number | undefined> => {
  const row = await sql
    .selectFrom('channel_digest')
    .select('since')
    .where('channel', '=', channel)
    .executeTakeFirst()
  return row?.since
}

/** False if another digest already covers the time. */
export const setDigested = async (tx: Tx, channel: string, before: number | undefined, since: number) => {
  if (before === undefined) await beginDigests(tx, channel, since)
  return changedAny(
    tx.sql
      .updateTable('channel_digest')
      .set({ since })
      .where('channel', '=', channel)
      .where('since', '=', before ?? since),
  )
}

/** The first digest covers the time since it was turned on. */
export const beginDigests = async (tx: Tx, channel: string, since: number): Promise<void> => {
  await tx.sql
    .insertInto('channel_digest')
    .values({ channel, since })
    .onConflict((conflict) => conflict.column('channel').doNothing())
    .execute()
}

const yourDaySchema = z.object({
  /** The IANA time zone where the person was when the next one was planned. */
  timeZone: z.string(),
  /** When the last one was made, in ms. */
  sent: z.number().optional(),
})
export type YourDay = z.infer<typeof yourDaySchema>

const prefix = 'your-day:'
/** Throws `GiveUp` if the text can't be read. */
export const yourDayIn = (user: string, text: string): YourDay => readJson(prefix + user, yourDaySchema, text)

/** Undefined if the person didn't turn it on. */
export const yourDayOf = async (sql: Queries, user: string): Promise<YourDay | undefined> => {
  const text = await readKey(sql, prefix + user)
  return text === undefined ? undefined : yourDayIn(user, text)
}

/** Undefined turns it off. */
export const putYourDay = (sql: Queries, user: string, to: YourDay | undefined): Promise<void> =>
  to === undefined ? dropKey(sql, prefix + user) : writeKey(sql, prefix + user, JSON.stringify(to))

/** Each person's text is for `yourDayIn`. */
export const everyYourDay = async (sql: Queries): Promise<[user: string, text: string][]> => [
  ...(await keysUnder(sql, prefix)),
]

export interface AssignedTask {
  uuid: string
  projectUuid: string
  /** YYYY-MM-DD. */
  dueDate: string | undefined
}

/** Open tasks, the earliest due date first. */
export const tasksAssignedTo = async (sql: Queries, assigneeName: string): Promise<AssignedTask[]> => {
  const rows = await sql
    .selectFrom('known_task')
    .select(['uuid', 'project_uuid', 'due_date'])
    .where('assignee_name', '=', assigneeName)
    // A literal, for the partial index.
    .where(raw<boolean>`completed < 1 and deleted_at is null`)
    .orderBy('uuid')
    .execute()
  return rows
    .map((row) => ({ uuid: row.uuid, projectUuid: row.project_uuid, dueDate: row.due_date ?? undefined }))
    .sort((one, other) => (one.dueDate ?? '9').localeCompare(other.dueDate ?? '9'))
}

/** Comments with an `@`, oldest first. `at` is in ms. */
export const commentsWithAtSign = (sql: Queries, since: number) =>
  sql
    .selectFrom('known_comment')
    .select(['task_uuid as taskUuid', 'text', 'author_name as authorName', 'created_at as at'])
    .where('created_at', '>=', since)
    .where('deleted_at', 'is', null)
    // A literal, for the partial index.
    .where(raw<boolean>`text like '%@%'`)
    .orderBy('created_at')
    .execute()

/** The customer's newest comment on each of these tasks. `at` is in ms. */
export const lastCustomerComments = async (sql: Queries, tasks: readonly string[]) => {
  if (tasks.length === 0) return new Map<string, never>()
  const rows = await sql
    .selectFrom('known_comment')
    .select(['uuid', 'task_uuid', 'text', 'author_name as authorName', 'created_at as at'])
    .where('task_uuid', 'in', tasks)
    .where('by_customer', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('uuid')
    .execute()
  return new Map(rows.map((row) => [row.task_uuid, row]))
}

/** When a person last wrote on each of these tasks: in the tracker, or from Slack. In ms. */
export const lastWordsOf = async (
  sql: Queries,
  tasks: readonly string[],
  person: { name: string; slackUser: string },
): Promise<ReadonlyMap<string, number>> => {
  if (tasks.length === 0) return new Map()
  const inTracker = await sql
    .selectFrom('known_comment')
    .select((row) => ['task_uuid', row.fn.max('created_at').as('at')])
    .where('task_uuid', 'in', tasks)
    .where('author_name', '=', person.name)
    .groupBy('task_uuid')
    .execute()
  const inSlack = await sql
    .selectFrom('reply')
    .select((row) => ['task_uuid', row.fn.max('created_at').as('at')])
    .where('task_uuid', 'in', tasks)
    .where('user_id', '=', person.slackUser)
    .where('state', 'in', ['stored', 'unknown', 'done'])
    .groupBy('task_uuid')
    .execute()
  const last = new Map<string, number>()
  for (const { task_uuid: task, at } of [...inTracker, ...inSlack])
    last.set(task, Math.max(last.get(task) ?? 0, at))
  return last
}
