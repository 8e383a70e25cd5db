import type { Insertable } from 'kysely'
import type { Queries } from '../database.ts'
import type { Page } from '../like.ts'
import type { DataFieldRow } from '../rows.ts'
import type { ServiceTables } from '../tables.ts'

export const listDataFields = async (
  sql: Queries,
  org: string,
  { objectType, isArchived, limit, offset }: Page & { objectType?: string; isArchived?: boolean },
): Promise<{ fields: DataFieldRow[]; total: number }> => {
  let query = sql.selectFrom('data_field').where('org', '=', org)
  if (objectType !== undefined)
    query = query.where('object_type', '=', objectType as DataFieldRow['object_type'])
  if (isArchived !== undefined) query = query.where('is_archived', '=', isArchived ? 1 : 0)
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const fields = await query.selectAll().orderBy('id').limit(limit).offset(offset).execute()
  return { fields, total }
}

/** The fields that a project can carry: of projects, and not archived. */
export const liveProjectFields = (sql: Queries, org: string): Promise<DataFieldRow[]> =>
  sql
    .selectFrom('data_field')
    .selectAll()
    .where('org', '=', org)
    .where('object_type', '=', 'PROJECT')
    .where('is_archived', '=', 0)
    .orderBy('id')
    .execute()

/** Live and archived, oldest first: what a person made by hand fits on a page. */
export const allDataFields = (sql: Queries, org: string): Promise<DataFieldRow[]> =>
  sql.selectFrom('data_field').selectAll().where('org', '=', org).orderBy('id').execute()

export const addDataField = async (
  sql: Queries,
  field: Insertable<ServiceTables['data_field']>,
): Promise<void> => {
  await sql.insertInto('data_field').values(field).execute()
}

export const changeDataField = async (
  sql: Queries,
  org: string,
  uuid: string,
  set: Pick<DataFieldRow, 'name' | 'choices'>,
): Promise<void> => {
  await sql.updateTable('data_field').set(set).where('org', '=', org).where('uuid', '=', uuid).execute()
}

/** False when there is no such field. */
export const archiveDataField = async (
  sql: Queries,
  org: string,
  uuid: string,
  archived: 0 | 1,
): Promise<boolean> => {
  const { numUpdatedRows } = await sql
    .updateTable('data_field')
    .set({ is_archived: archived })
    .where('org', '=', org)
    .where('uuid', '=', uuid.toLowerCase())
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
