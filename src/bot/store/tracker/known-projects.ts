import type { Queries } from '../database.ts'
import { storable } from '../../../database/storable.ts'
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
  last?: LastEvent | undefined
}

export interface LastEvent {
  event: string
  by: string | undefined
  /** In ms. */
  at: number
}

type Row = { [Column in keyof BotTables['known_project']]: BotTables['known_project'][Column] | null }

/** Undefined for a row without a name: an event mentioned the project before the bot saw it. */
export const projectFrom = (row: Row): KnownProject | undefined => {
  if (row.uuid === null || row.name === null) return undefined
  const { last_event: event, last_by: by, last_at: at } = row
  return {
    uuid: row.uuid,
    name: row.name,
    accountName: row.account_name ?? undefined,
    accountId: row.account_id ?? undefined,
    internalUrl: row.internal_url ?? undefined,
    portalUrl: row.portal_url ?? undefined,
    nextTaskUuid: row.next_task_uuid ?? undefined,
    last: event === null || at === null ? undefined : { event, by: by ?? undefined, at },
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
  const { uuid, name, accountName, accountId, internalUrl, portalUrl } = project
  const account = accountName !== undefined && {
    account_name: storable(accountName),
    account_id: accountId ?? null,
  }
  const changed = {
    name: storable(name),
    ...account,
    ...(internalUrl !== undefined && { internal_url: internalUrl }),
    ...(portalUrl !== undefined && { portal_url: portalUrl }),
  }
  await sql
    .insertInto('known_project')
    .values({ uuid, account_id: accountId ?? null, ...changed })
    .onConflict((conflict) => conflict.column('uuid').doUpdateSet(changed))
    .execute()
}

/** Keeps stored values for what is undefined. */
export const noteProject = async (
  sql: Queries,
  uuid: string,
  { nextTaskUuid, last }: { nextTaskUuid?: string | null | undefined; last: LastEvent | undefined },
): Promise<void> => {
  if (nextTaskUuid === undefined && !last) return
  const said = last && {
    last_event: last.event,
    last_by: last.by === undefined ? null : storable(last.by),
    last_at: last.at,
  }
  const changed = { ...said, ...(nextTaskUuid !== undefined && { next_task_uuid: nextTaskUuid }) }
  await sql
    .insertInto('known_project')
    .values({ uuid, ...changed })
    .onConflict((conflict) => conflict.column('uuid').doUpdateSet(changed))
    .execute()
}
