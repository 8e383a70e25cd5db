import type { Queries, Tx } from '../database.ts'
import { storable } from '../../../database/storable.ts'

export interface KnownProject {
  uuid: string
  /** What the tracker's list calls it, where the list was just asked; another than `uuid` before 2026-07-31. */
  listedAs?: string | undefined
  name: string
  accountName: string | undefined
  /** The account's own id; undefined where the tracker tells none. */
  accountId?: string | undefined
  internalUrl: string | undefined
  portalUrl: string | undefined
  seenAt: number
}

export const knownProject = async (sql: Queries, uuid: string): Promise<KnownProject | undefined> => {
  const row = await sql.selectFrom('known_project').selectAll().where('uuid', '=', uuid).executeTakeFirst()
  if (!row) return undefined
  return {
    uuid: row.uuid,
    name: row.name,
    accountName: row.account_name ?? undefined,
    accountId: row.account_id ?? undefined,
    internalUrl: row.internal_url ?? undefined,
    portalUrl: row.portal_url ?? undefined,
    seenAt: row.seen_at,
  }
}

/** Facts that are undefined leave what is known as it is. */
export const rememberProject = async (sql: Queries, project: KnownProject): Promise<void> => {
  const { uuid, internalUrl, portalUrl, seenAt, accountId } = project
  const name = storable(project.name)
  const accountName = project.accountName === undefined ? undefined : storable(project.accountName)
  await sql
    .insertInto('known_project')
    .values({
      uuid,
      name,
      account_name: accountName ?? null,
      account_id: accountId ?? null,
      internal_url: internalUrl ?? null,
      portal_url: portalUrl ?? null,
      seen_at: seenAt,
    })
    .onConflict((conflict) =>
      conflict.column('uuid').doUpdateSet({
        name,
        seen_at: seenAt,
        ...(accountName !== undefined && { account_name: accountName, account_id: accountId ?? null }),
        ...(internalUrl !== undefined && { internal_url: internalUrl }),
        ...(portalUrl !== undefined && { portal_url: portalUrl }),
      }),
    )
    .execute()
}

export interface KnownTask {
  uuid: string
  projectUuid: string
  name: string
  isInternal: boolean | undefined
  deletedAt: number | undefined
}

const fromRow = (row: {
  uuid: string
  project_uuid: string
  name: string
  is_internal: number | null
  deleted_at: number | null
}): KnownTask => ({
  uuid: row.uuid,
  projectUuid: row.project_uuid,
  name: row.name,
  isInternal: row.is_internal === null ? undefined : row.is_internal === 1,
  deletedAt: row.deleted_at ?? undefined,
})

export const knownTask = async (sql: Queries, uuid: string): Promise<KnownTask | undefined> => {
  const row = await sql.selectFrom('known_task').selectAll().where('uuid', '=', uuid).executeTakeFirst()
  return row && fromRow(row)
}

export const rememberTask = async (
  sql: Queries,
  /** `moduleName`: null where it has none, undefined where nobody said. */
  task: Omit<KnownTask, 'deletedAt'> & { moduleName?: string | null | undefined },
  seenAt: number,
): Promise<void> => {
  const changed = {
    name: storable(task.name),
    project_uuid: task.projectUuid,
    seen_at: seenAt,
    deleted_at: null,
    ...(task.isInternal !== undefined && { is_internal: task.isInternal ? 1 : 0 }),
    ...(task.moduleName !== undefined && { module_name: storable(task.moduleName ?? '') || null }),
  }
  await sql
    .insertInto('known_task')
    .values({ uuid: task.uuid, is_internal: null, ...changed })
    .onConflict((conflict) => conflict.column('uuid').doUpdateSet(changed))
    .execute()
}

export const markTaskDeleted = async (tx: Tx, uuid: string, now: number): Promise<void> => {
  await tx.sql.updateTable('known_task').set({ deleted_at: now }).where('uuid', '=', uuid).execute()
}
