import type { Queries } from '../database.ts'
import { toStorableText } from '../../../database/storable-text.ts'
import type { BotTables } from '../tables.ts'

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

export const knownProject = async (sql: Queries, uuid: string): Promise<KnownProject | undefined> => {
  const row = await sql.selectFrom('known_project').selectAll().where('uuid', '=', uuid).executeTakeFirst()
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

/** Keeps the stored values of facts that are undefined. */
export const rememberProject = async (sql: Queries, project: KnownProject): Promise<void> => {
  const { uuid, name, accountName, accountId, internalUrl, portalUrl, isOver } = project
  const account = accountName !== undefined && {
    account_name: toStorableText(accountName),
    account_id: accountId ?? null,
  }
  const changed = {
    name: toStorableText(name),
    ...account,
    ...(internalUrl !== undefined && { internal_url: internalUrl }),
    ...(portalUrl !== undefined && { portal_url: portalUrl }),
    ...(isOver !== undefined && { is_over: isOver ? 1 : 0 }),
  }
  await sql
    .insertInto('known_project')
    .values({ uuid, account_id: accountId ?? null, ...changed })
    .onConflict((conflict) => conflict.column('uuid').doUpdateSet(changed))
    .execute()
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
