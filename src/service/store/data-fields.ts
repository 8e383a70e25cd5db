import { z } from 'zod'
import {
  inParts,
  type DataFieldRow,
  rowsOf,
  type Scope,
  tableOf,
  totalOf,
  jsonColumn,
  type Page,
  countStored,
} from './rows.ts'

const choices = jsonColumn('data_field.choices', z.array(z.string()))

/** Empty for other kinds of fields. */
export const choicesOf = (field: Pick<DataFieldRow, 'choices'>): string[] => choices(field.choices)

interface Filter extends Page {
  readonly objectType: string | undefined
  readonly isArchived: boolean | undefined
}

export const dataFieldsOnPage = async (scope: Scope, { objectType: type, isArchived, ...page }: Filter) => {
  let query = tableOf(scope, 'data_field')
  if (type !== undefined) query = query.where('object_type', '=', type as DataFieldRow['object_type'])
  if (isArchived !== undefined) query = query.where('is_archived', '=', isArchived ? 1 : 0)
  const fields = query.selectAll().orderBy('id').limit(page.limit).offset(page.offset)
  return { fields: await fields.execute(), total: await totalOf(query) }
}

export const liveProjectFields = (scope: Scope): Promise<DataFieldRow[]> =>
  rowsOf(scope, 'data_field')
    .where('object_type', '=', 'PROJECT')
    .where('is_archived', '=', 0)
    .orderBy('id')
    .execute()

/** Active and archived ones, oldest first. People create them by hand, so they all fit on one page. */
export const allDataFields = (scope: Scope): Promise<DataFieldRow[]> =>
  rowsOf(scope, 'data_field').orderBy('id').execute()

const value = jsonColumn('data_field_value.value', z.unknown())

/** An archived field's values are kept, but nobody reads or writes them. */
const values = ({ sql, org }: Scope) =>
  sql
    .selectFrom('data_field_value as v')
    .innerJoin('data_field as f', 'f.uuid', 'v.field_uuid')
    .where('v.org', '=', org)
    .where('f.is_archived', '=', 0)
    .select(['v.uuid', 'v.field_uuid', 'f.name', 'f.kind', 'f.choices', 'v.value'])

export const valuesOfProject = async (scope: Scope, projectUuid: string) => {
  const rows = await values(scope).where('v.project_uuid', '=', projectUuid).orderBy('f.id').execute()
  return rows.map((row) => ({ ...row, value: value(row.value) }))
}

export type FieldValue = Awaited<ReturnType<typeof valuesOfProject>>[number]

export const valuesByUuid = (scope: Scope, uuids: readonly string[]) =>
  inParts(uuids, (part) => values(scope).where('v.uuid', 'in', part).execute())

/** Adds missing values. Keeps a value that another request has just added. */
export const addEmptyValues = async (
  scope: Scope,
  missing: readonly { uuid: string; field_uuid: string; project_uuid: string }[],
): Promise<void> => {
  countStored(scope, missing)
  await scope.sql
    .insertInto('data_field_value')
    .values(missing.map((one) => ({ ...one, org: scope.org, value: 'null' })))
    .onConflict((conflict) => conflict.columns(['project_uuid', 'field_uuid']).doNothing())
    .execute()
}
