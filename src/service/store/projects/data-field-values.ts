import type { Queries } from '../database.ts'
import { inParts } from '../in-parts.ts'
import type { DataFieldRow } from '../rows.ts'

export interface FieldValue {
  readonly uuid: string
  readonly field_uuid: string
  readonly name: string
  readonly kind: DataFieldRow['kind']
  readonly choices: string
  readonly is_archived: 0 | 1
  /** JSON. */
  readonly value: string
}

const values = (sql: Queries, org: string) =>
  sql
    .selectFrom('data_field_value as v')
    .innerJoin('data_field as f', 'f.uuid', 'v.field_uuid')
    .where('v.org', '=', org)
    .select(['v.uuid', 'v.field_uuid', 'f.name', 'f.kind', 'f.choices', 'f.is_archived', 'v.value'])

export const valuesOfProject = (sql: Queries, org: string, projectUuid: string): Promise<FieldValue[]> =>
  values(sql, org).where('v.project_uuid', '=', projectUuid).orderBy('f.id').execute()

export const valuesByUuid = (sql: Queries, org: string, uuids: readonly string[]): Promise<FieldValue[]> =>
  inParts(uuids, (part) => values(sql, org).where('v.uuid', 'in', part).execute())

export const writeValue = async (sql: Queries, org: string, uuid: string, value: unknown): Promise<void> => {
  await sql
    .updateTable('data_field_value')
    .set({ value: JSON.stringify(value) })
    .where('org', '=', org)
    .where('uuid', '=', uuid)
    .execute()
}

/** Empty values for fields that a project has none of; those that came meanwhile stay. */
export const addEmptyValues = async (
  sql: Queries,
  values: readonly { uuid: string; org: string; field_uuid: string; project_uuid: string }[],
): Promise<void> => {
  await sql
    .insertInto('data_field_value')
    .values(values.map((one) => ({ ...one, value: 'null' })))
    .onConflict((conflict) => conflict.columns(['project_uuid', 'field_uuid']).doNothing())
    .execute()
}
