import type { Asked } from '../../contract/api.ts'
import { completeValues, problemWith } from '../changes/projects/field-values.ts'
import { type Acting, inTransaction } from '../deps.ts'
import { projectNow } from '../events/projects.ts'
import { choicesOf, dataFieldsOnPage, valuesByUuid } from '../store/projects/data-fields.ts'
import { changeRow } from '../store/rows.ts'

/** The codes differ between environments (interface, "Data field"). These are ours. */
const typeCodes = { PROJECT: 1, TASK: 2 } as const

/** The filter takes the stable name or this environment's code. */
const objectType = (code: string) =>
  Object.entries(typeCodes).find(([, number]) => String(number) === code)?.[0] ?? code.toUpperCase()

export const listDataFields = async (
  acting: Acting,
  { object_type_code: code, is_archived: isArchived, ...page }: Asked<'listDataFields'>,
) => {
  const filter = { ...page, isArchived, objectType: code === undefined ? undefined : objectType(code) }
  const { fields, total } = await dataFieldsOnPage(acting, filter)
  return {
    datafields: fields.map((field) => ({
      ...(acting.deps.legacyIds && { id: field.id }),
      uuid: field.uuid,
      name: field.name,
      object_type: field.object_type,
      object_type_code: typeCodes[field.object_type],
      field_type: field.kind,
      options: choicesOf(field),
      is_archived: field.is_archived === 1,
    })),
    pagination: { total },
  }
}

/** Writes the valid values and reports the others. Fires no event. */
export const writeDataFieldValues = async (
  acting: Acting,
  { updates, dry_run: dryRun }: Asked<'writeDataFieldValues'>,
) => {
  const wanted = Object.entries(updates)
  const uuids = wanted.map(([uuid]) => uuid.toLowerCase())
  const values = await valuesByUuid(acting, uuids)
  const known = new Map(values.map((value) => [value.uuid, value]))
  const updated: { uuid: string; value: unknown }[] = []
  const failures: { uuid: string; message: string }[] = []
  for (const [uuid, value] of wanted) {
    const current = known.get(uuid.toLowerCase())
    const problem = current ? problemWith(current, value) : 'No such data field value.'
    if (problem === undefined) updated.push({ uuid, value })
    else failures.push({ uuid, message: current ? `${current.name} ${problem}` : problem })
  }
  if (!dryRun) {
    // Rows are locked in order, so that writers of the same values don't deadlock.
    const ordered = updated.toSorted((a, b) => (a.uuid.toLowerCase() < b.uuid.toLowerCase() ? -1 : 1))
    await inTransaction(acting, async (acting) => {
      for (const { uuid, value } of ordered)
        await changeRow(acting, 'data_field_value', uuid, { value: JSON.stringify(value) })
    })
  }
  return { dry_run: dryRun, updated, failures }
}

export const lookUpDataFieldValues = async (
  acting: Acting,
  { project_uuid: uuid, datafield_uuids: wanted }: Asked<'lookUpDataFieldValues'>,
) => {
  const project = await projectNow(acting, uuid)
  const fields = wanted && new Set(wanted.map((field) => field.toLowerCase()))
  const values = await completeValues(acting, project.uuid)
  return {
    datafield_values: values
      .filter((value) => !fields || fields.has(value.field_uuid))
      .map(({ uuid, field_uuid: field, name, value }) => ({ uuid, datafield_uuid: field, name, value })),
  }
}
