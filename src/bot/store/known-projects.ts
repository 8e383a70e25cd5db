import type { Given } from '../../database/statement.ts'
import { statement, type Queries } from './database.ts'
import { toStorableText } from '../../database/storable-text.ts'
import type { BotTables } from './tables.ts'

export interface KnownProject {
  uuid: string
  /** The project's id in the tracker's list, if just read. Differs from `uuid` before 2026-07-31. */
  listedAs?: string | undefined
  name: string
  accountName: string | undefined
  accountId?: string | undefined
  internalUrl: string | undefined
  portalUrl: string | undefined
  /** According to the last completed task. */
  nextTaskUuid?: string | undefined
  /** Completed or archived. */
  isOver?: boolean | undefined
}

type Row = { [Column in keyof BotTables['known_project']]: BotTables['known_project'][Column] | null }

/** Undefined for a row without a name: an event mentioned the project before the bot saw it. */
export const projectFrom = (row: Row): KnownProject | undefined => {
  if (row.uuid === null || row.name === null) return undefined
  return {
    uuid: row.uuid,
    name: row.name,
    accountName: row.account_name ?? undefined,
    accountId: row.account_id ?? undefined,
    internalUrl: row.internal_url ?? undefined,
    portalUrl: row.portal_url ?? undefined,
    nextTaskUuid: row.next_task_uuid ?? undefined,
    isOver: row.is_over === null ? undefined : row.is_over === 1,
  }
}

const projectBy = statement((db, { uuid }: Given<{ uuid: string }>) =>
  db.selectFrom('known_project').selectAll().where('uuid', '=', uuid),
)

export const knownProject = async (sql: Queries, uuid: string): Promise<KnownProject | undefined> => {
  const row = await projectBy.first(sql, { uuid })
  return row && projectFrom(row)
}

/** Projects with at least one known task. `among`: undefined for all. */
export const indexedProjects = async (
  sql: Queries,
  among: readonly string[] | undefined,
): Promise<KnownProject[]> => {
  if (among?.length === 0) return []
  const rows = await sql
    .selectFrom('known_project as project')
    .selectAll('project')
    .where((row) =>
      row.exists(
        row
          .selectFrom('known_task as task')
          .select('task.uuid')
          .whereRef('task.project_uuid', '=', 'project.uuid'),
      ),
    )
    .$if(among !== undefined, (query) => query.where('project.uuid', 'in', among ?? []))
    .execute()
  return rows.flatMap((row) => projectFrom(row) ?? [])
}

interface Remembered {
  uuid: string
  name: string
  account_name: string | undefined
  account_id: string | null
  internal_url: string | undefined
  portal_url: string | undefined
  is_over: number | undefined
}

const remember = statement((db, given: Given<Remembered>) => {
  const { uuid, account_id, account_name, name, internal_url, portal_url, is_over } = given
  const account = { account_name, account_id: account_name && account_id }
  const changed = { name, ...account, internal_url, portal_url, is_over }
  return db
    .insertInto('known_project')
    .values({ uuid, ...changed, account_id })
    .onConflict((conflict) => conflict.column('uuid').doUpdateSet(changed))
})

/** Keeps the stored values of facts that are undefined. */
export const rememberProject = async (sql: Queries, project: KnownProject): Promise<void> => {
  const { uuid, name, accountName, accountId, isOver } = project
  await remember.run(sql, {
    uuid,
    name: toStorableText(name),
    account_name: accountName === undefined ? undefined : toStorableText(accountName),
    account_id: accountId ?? null,
    internal_url: project.internalUrl,
    portal_url: project.portalUrl,
    is_over: isOver === undefined ? undefined : Number(isOver),
  })
}

/** Null: no task is next. */
export const noteNextTask = async (
  sql: Queries,
  uuid: string,
  nextTaskUuid: string | null,
): Promise<void> => {
  const changed = { next_task_uuid: nextTaskUuid }
  await sql
    .insertInto('known_project')
    .values({ uuid, ...changed })
    .onConflict((conflict) => conflict.column('uuid').doUpdateSet(changed))
    .execute()
}
