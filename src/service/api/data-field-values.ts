import {
  addEmptyValues,
  valuesByUuid,
  valuesOfProject,
  writeValue,
} from '../store/projects/data-field-values.ts'
import { liveProjectFields } from '../store/projects/data-fields.ts'
import { problemWith } from '../changes/projects/data-field-rules.ts'
import { findProject } from '../store/projects/projects.ts'
import { type Actor, type Deps, today } from '../deps.ts'
import { notFound } from '../refusals.ts'

/** Not atomic: what can be written is, the rest is told. No event, no activity, no automation. */
export const writeDataFieldValues = async (
  { database }: Deps,
  { org }: Actor,
  { updates, dry_run: dryRun }: { updates: Record<string, unknown>; dry_run: boolean },
) => {
  const wanted = Object.entries(updates)
  const uuids = wanted.map(([uuid]) => uuid.toLowerCase())
  const known = new Map((await valuesByUuid(database.sql, org, uuids)).map((value) => [value.uuid, value]))
  const updated: { uuid: string; value: unknown }[] = []
  const failures: { uuid: string; message: string }[] = []
  for (const [uuid, value] of wanted) {
    const current = known.get(uuid.toLowerCase())
    const problem = current ? problemWith(current, value) : 'No such data field value.'
    if (problem === undefined) updated.push({ uuid, value })
    else failures.push({ uuid, message: current ? `${current.name} ${problem}` : problem })
  }
  if (!dryRun) {
    await database.transaction(async (tx) => {
      for (const { uuid, value } of updated) await writeValue(tx.sql, org, uuid.toLowerCase(), value)
    })
  }
  return { dry_run: dryRun, updated, failures }
}

/** Fields that were made, or unarchived, after the project get their place in it when somebody asks. */
const completeValues = async ({ database, newUuid }: Deps, org: string, projectUuid: string) => {
  const values = await valuesOfProject(database.sql, org, projectUuid)
  const known = new Set(values.map((value) => value.field_uuid))
  const missing = (await liveProjectFields(database.sql, org)).filter(({ uuid }) => !known.has(uuid))
  if (missing.length === 0) return values
  await database.transaction((tx) =>
    addEmptyValues(
      tx.sql,
      missing.map(({ uuid }) => ({ uuid: newUuid(), org, field_uuid: uuid, project_uuid: projectUuid })),
    ),
  )
  return valuesOfProject(database.sql, org, projectUuid)
}

export const lookUpDataFieldValues = async (
  deps: Deps,
  { org }: Actor,
  {
    project_uuid: uuid,
    datafield_uuids: wanted,
  }: { project_uuid: string; datafield_uuids?: string[] | undefined },
) => {
  const project = await findProject(deps.database.sql, org, uuid, today(deps))
  if (!project) throw notFound('Project')
  const fields = wanted && new Set(wanted.map((field) => field.toLowerCase()))
  const values = await completeValues(deps, org, project.uuid)
  return {
    datafield_values: values
      .filter((value) => !fields || fields.has(value.field_uuid))
      .map(({ uuid, field_uuid: field, name, value }) => ({
        uuid,
        datafield_uuid: field,
        name,
        value: JSON.parse(value) as unknown,
      })),
  }
}
