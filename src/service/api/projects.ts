import type { ParsedInput } from '../../contract/api.ts'
import { isoDate } from '../../contract/dates.ts'
import { createProject as create } from '../changes/create-project.ts'
import { changeProject } from '../changes/change.ts'
import { type Acting, type Deps, today, inTransaction, invalid, unresolved } from '../acting.ts'
import { projectUrls, projectNow } from '../events/projects.ts'
import {
  isOverdue,
  percentageOf,
  performanceOf,
  projectStatuses,
  statusOf,
  type ProjectRecord,
  projectsOnPage,
} from '../store/projects.ts'
import { addRow, findRow, changeRow } from '../store/rows.ts'
import { projectStates } from '../store/tables.ts'
import { completeValues, problemWith } from '../changes/field-values.ts'
import { choicesOf, dataFieldsOnPage, valuesByUuid } from '../store/data-fields.ts'

/** Before 2026-07-31 `id` was the legacy integer as a string. Since then it is the uuid. */
const projectItem = (deps: Deps, project: ProjectRecord, day: string) => {
  const id = (legacy: number, uuid: string) => (deps.legacyIds ? String(legacy) : uuid)
  const status = statusOf(project)
  return {
    uuid: project.uuid,
    id: id(project.id, project.uuid),
    name: project.name,
    account: {
      id: id(project.account_id, project.account_uuid),
      logo_path: null,
      name: project.account_name,
    },
    is_overdue: isOverdue(project, day),
    percentage: percentageOf(project),
    performance: performanceOf(project, day),
    project_owner: {
      id: id(project.owner_id, project.owner_uuid),
      email_address: project.owner_email,
      full_name: project.owner_name,
      profile_pic: null,
    },
    project_state: project.state,
    start_date: project.start_date,
    due_date: project.due_date,
    completed_date: project.completed_at === null ? null : isoDate(project.completed_at),
    status: { id: id(projectStatuses[status].legacy, projectStatuses[status].uuid), name: status },
    ...projectUrls(deps, project.uuid),
  }
}

export const listProjects = async (acting: Acting, query: ParsedInput<'listProjects'>) => {
  const { external_id: externalId, project_state: state, ...rest } = query
  if (state !== undefined && !(projectStates as readonly string[]).includes(state))
    throw invalid('project_state', `Must be one of ${projectStates.join(', ')}.`)
  const { deps } = acting
  const day = today(deps)
  const filter = { ...rest, externalId, state }
  const { projects, total } = await projectsOnPage(acting, day, filter)
  return { projects: projects.map((project) => projectItem(deps, project, day)), pagination: { total } }
}

export const createProject = async (acting: Acting, input: ParsedInput<'createProject'>) => {
  const uuid = await create(acting, input)
  return { uuid, ...projectUrls(acting.deps, uuid) }
}

/** Two links can have the same id: the interface leaves uniqueness to the caller. */
export const createExternalLink = (acting: Acting, input: ParsedInput<'createExternalLink'>) =>
  changeProject(acting, input.project_uuid, async (change) => {
    const integration = await findRow(change, 'integration', input.integration_uuid)
    if (!integration) throw unresolved('Integration not found.')
    const link = {
      uuid: change.deps.newUuid(),
      integration_uuid: integration.uuid,
      external_id: input.external_id,
      external_type: input.external_type ?? null,
      external_label: input.external_label ?? null,
      external_link: input.external_link ?? null,
    }
    await addRow(change, 'external_link', { ...link, project_uuid: change.project.uuid })
    return link
  })

/** The codes differ between environments (interface, "Data field"). These are ours. */
const typeCodes = { PROJECT: 1, TASK: 2 } as const

/** The filter takes the stable name or this environment's code. */
const objectType = (code: string) =>
  Object.entries(typeCodes).find(([, number]) => String(number) === code)?.[0] ?? code.toUpperCase()

export const listDataFields = async (
  acting: Acting,
  { object_type_code: code, is_archived: isArchived, ...page }: ParsedInput<'listDataFields'>,
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
  { updates, dry_run: dryRun }: ParsedInput<'writeDataFieldValues'>,
) => {
  const wanted = Object.entries(updates)
  const uuids = wanted.map(([uuid]) => uuid.toLowerCase())
  const values = await valuesByUuid(acting, uuids)
  const valueByUuid = new Map(values.map((value) => [value.uuid, value]))
  const updated: { uuid: string; value: unknown }[] = []
  const failures: { uuid: string; message: string }[] = []
  for (const [uuid, value] of wanted) {
    const current = valueByUuid.get(uuid.toLowerCase())
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
  { project_uuid: uuid, datafield_uuids: wanted }: ParsedInput<'lookUpDataFieldValues'>,
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
