import { type Queries, statement } from './database.ts'
import { sql as raw } from 'kysely'
import type { Given } from '../../database/statement.ts'
import { toStorableText } from '../../database/engine.ts'

/** A fact learned from an event and its verification. Stored in the event's transaction. */
export type Note = (sql: Queries, now: number) => Promise<void>

export const writeNotes = async (sql: Queries, notes: readonly Note[], now: number): Promise<void> => {
  for (const note of notes) await note(sql, now)
}

export interface CommentNote {
  uuid: string
  taskUuid: string
  /** The author's name, in the tracker or in Slack. Empty if a script with our key wrote it. */
  authorName: string
  text: string
  /** Undefined if the tracker does not say. Then it is when the bot first heard of it. */
  createdAt: number | undefined
  /** For digests. Set for a confirmed comment. The first values are kept. */
  told?: { projectUuid: string; byCustomer: boolean } | undefined
}

const kept = (column: 'project_uuid' | 'by_customer' | 'heard_at') =>
  raw`coalesce(${raw.ref(`known_comment.${column}`)}, ${raw.ref(`excluded.${column}`)})`

type Said = { [Name in 'uuid' | 'task_uuid' | 'author_name' | 'text']: string } & {
  created_at: number | undefined
  now: number
  project_uuid: string | undefined
  by_customer: number | undefined
}

const putComment = statement((db, given: Given<Said>) => {
  const { uuid, task_uuid, author_name, text, created_at, now, project_uuid, by_customer } = given
  const said = { task_uuid, author_name, text, deleted_at: null, created_at }
  const told = project_uuid && {
    project_uuid: kept('project_uuid').$castTo<string>(),
    by_customer: kept('by_customer').$castTo<number>(),
    heard_at: kept('heard_at').$castTo<number>(),
  }
  return db
    .insertInto('known_comment')
    .values({
      uuid,
      ...said,
      created_at: created_at ?? now,
      project_uuid,
      by_customer,
      heard_at: project_uuid && now,
    })
    .onConflict((conflict) => conflict.column('uuid').doUpdateSet({ ...said, ...told }))
})

export const noteComment =
  ({ uuid, taskUuid, authorName, text, createdAt, told }: CommentNote): Note =>
  async (sql, now) => {
    await putComment.run(sql, {
      uuid,
      task_uuid: taskUuid,
      author_name: toStorableText(authorName),
      text: toStorableText(text),
      created_at: createdAt,
      now,
      project_uuid: told?.projectUuid,
      by_customer: told && Number(told.byCustomer),
    })
  }

export const noteCommentGone =
  (uuid: string): Note =>
  async (sql, now) => {
    await sql
      .updateTable('known_comment')
      .set({ text: '', author_name: '', deleted_at: now })
      .set({ project_uuid: null, by_customer: null, heard_at: null })
      .where('uuid', '=', uuid)
      .execute()
  }

const newest = statement((db, { taskUuids }: Given<{ taskUuids: readonly string[] }>, engine) =>
  db
    .selectFrom('known_comment')
    .select(['task_uuid as taskUuid', 'author_name as authorName', 'created_at as at'])
    .where(engine.among('task_uuid', 'text', taskUuids))
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1),
)

export const newestComment = (sql: Queries, taskUuids: readonly string[]) => newest.first(sql, { taskUuids })

/** By task. */
export const commentsSince = async (
  sql: Queries,
  projectUuid: string,
  { since, until }: { since: number; until: number },
): Promise<ReadonlyMap<string, number>> => {
  const rows = await sql
    .selectFrom('known_comment')
    .select(['task_uuid', raw<number | string>`count(*)`.as('count')])
    .where('project_uuid', '=', projectUuid)
    .where('heard_at', '>=', since)
    .where('heard_at', '<', until)
    .groupBy('task_uuid')
    .orderBy('task_uuid')
    .execute()
  return new Map(rows.map(({ task_uuid: uuid, count }) => [uuid, Number(count)]))
}

/** By task whose last comment is the vendor's: when the vendor's first one since the customer's last was written. */
export const unanswered = async (
  sql: Queries,
  projectUuid?: string,
): Promise<ReadonlyMap<string, number>> => {
  const rows = await sql
    .selectFrom('known_comment as vendor')
    .select(['vendor.task_uuid', raw<number | string>`min(vendor.created_at)`.as('since')])
    .where('vendor.by_customer', '=', 0)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('known_comment as customer')
            .select('customer.uuid')
            .whereRef('customer.task_uuid', '=', 'vendor.task_uuid')
            .whereRef('customer.created_at', '>=', 'vendor.created_at')
            .where('customer.by_customer', '=', 1),
        ),
      ),
    )
    .groupBy('vendor.task_uuid')
    .$if(projectUuid !== undefined, (query) => query.where('vendor.project_uuid', '=', projectUuid ?? ''))
    .execute()
  return new Map(rows.map(({ task_uuid: uuid, since }) => [uuid, Number(since)]))
}

interface KnownModule {
  uuid: string
  projectUuid: string
  /** 0 to 100. */
  progress: number
}

export const knownModule = async (sql: Queries, uuid: string): Promise<KnownModule | undefined> => {
  const row = await sql.selectFrom('known_module').selectAll().where('uuid', '=', uuid).executeTakeFirst()
  return row && { uuid, projectUuid: row.project_uuid, progress: row.progress }
}

export const noteModule =
  ({ uuid, projectUuid, progress }: KnownModule): Note =>
  async (sql) => {
    await sql
      .insertInto('known_module')
      .values({ uuid, project_uuid: projectUuid, progress })
      .onConflict((conflict) => conflict.column('uuid').doUpdateSet({ progress }))
      .execute()
  }

/** Stores a module's name. Tasks refer to their module only by name. */
export const noteModuleName =
  (projectUuid: string, name: string): Note =>
  async (sql, now) => {
    await sql
      .insertInto('module_name')
      .values({ project_uuid: projectUuid, name: toStorableText(name.normalize('NFC')), seen_at: now })
      .onConflict((conflict) => conflict.columns(['project_uuid', 'name']).doNothing())
      .execute()
  }
