import { type Queries, statement } from './database.ts'
import { sql as raw } from 'kysely'
import type { Given } from '../../database/statement.ts'
import { toStorableText } from '../../database/engine.ts'

/** A fact learned from an event and its verification. Stored in the event's transaction. */
export type Note = (sql: Queries, now: number) => Promise<void>

export const writeNotes = async (sql: Queries, notes: readonly Note[], now: number): Promise<void> => {
  for (const note of notes) await note(sql, now)
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

/** How many, by task. */
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
