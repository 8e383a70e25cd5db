import type { EventName } from '../../contract/event.ts'
import { isCustomer, onlyInternal, type Acting, invalid } from '../acting.ts'
import { announceModule, announceProject } from '../events/projects.ts'
import { searchable, changeRow, addRow, type ModuleRow, type New } from '../store/rows.ts'
import { isOffered, findPerson } from '../store/people.ts'
import type { ProjectRecord } from '../store/projects.ts'
import type { ProjectState } from '../store/tables.ts'
import {
  differs,
  onlyAsSeen,
  projectSeen,
  type Change,
  changeProject,
  moduleSeen,
  bit,
  changePart,
  placeAfter,
  type Placed,
} from './change.ts'
import type { ProjectPatch, ModulePatch, NewModule } from './inputs.ts'
import { modulesOfProject } from '../store/work.ts'

/** `owner` is a uuid or an email address. Who owns the project may stay its owner. */
const ownerOf = async (change: Change, owner: string | undefined) => {
  const current = change.project.owner_uuid
  if (owner === undefined) return current
  const person = await findPerson(change, owner)
  if (person?.uuid === current) return current
  if (!person || isCustomer(person) || !isOffered(person))
    throw invalid('owner', 'Choose somebody on your team.')
  return person.uuid
}

const dueOf = (project: ProjectRecord, due: string | undefined) => {
  if (due === undefined || due >= project.start_date) return due ?? project.due_date
  throw invalid('due_date', 'The due date must be on or after the start date.')
}

/** Archiving keeps `completed_at` and `completed_by`. */
const stateFields = ({ deps, person }: Change, state: ProjectState) => {
  const open = { completed_at: null, completed_by: null }
  const live = { archived_at: null, archived_by: null }
  if (state === 'Active') return { state, ...open, ...live }
  if (state === 'Completed') return { state, completed_at: deps.now(), completed_by: person.uuid, ...live }
  return { state, archived_at: deps.now(), archived_by: person.uuid }
}

const stateEvents: Record<ProjectState, EventName> = {
  Active: 'project_updated',
  Completed: 'project_completed',
  Archived: 'project_archived',
}

const plainFields = async (change: Change, project: ProjectRecord, patch: ProjectPatch) => ({
  name: patch.name ?? project.name,
  name_search: searchable(patch.name ?? project.name),
  description: patch.description ?? project.description,
  value: patch.value === undefined ? project.value : patch.value,
  due_date: dueOf(project, patch.due_date),
  owner_uuid: await ownerOf(change, patch.owner),
})

/** Fires one project_updated for all changed fields. A new state has its own event. */
export const patchProject = (acting: Acting, uuid: string, patch: ProjectPatch) =>
  changeProject(acting, uuid, async (change) => {
    onlyInternal(change.person)
    const { project } = change
    let current = project
    onlyAsSeen(patch, projectSeen(project))
    const fields = await plainFields(change, project, patch)
    if (differs(project, fields)) {
      await changeRow(change, 'project', project.uuid, fields)
      current = await announceProject(change, 'project_updated', project.uuid)
    }
    const state = patch.project_state
    if (state !== undefined && state !== project.state) {
      await changeRow(change, 'project', project.uuid, stateFields(change, state))
      current = await announceProject(change, stateEvents[state], project.uuid)
    }
    return current
  })

export const moduleRow = (
  row: Placed & { portal_name?: string | undefined },
  by: string,
  now: number,
): New<'module'> => ({
  ...row,
  portal_name: row.portal_name ?? row.name,
  is_archived: 0,
  created_at: now,
  created_by: by,
  modified_at: now,
  modified_by: by,
})

export const createModule = (acting: Acting, input: NewModule): Promise<ModuleRow> =>
  changeProject(acting, input.project_uuid, async (change) => {
    onlyInternal(change.person)
    const { deps, project, person } = change
    const others = await modulesOfProject(change, project.uuid)
    const place = { project_uuid: project.uuid, position: placeAfter(others) }
    const row = { uuid: deps.newUuid(), name: input.name, ...place }
    const module = await addRow(change, 'module', moduleRow(row, person.uuid, deps.now()))
    await announceModule(change, 'module_created', module)
    return module
  })

/** An archived module disappears from the project, so it counts as deleted. */
const eventOf = (before: ModuleRow, after: ModuleRow): EventName =>
  after.is_archived === 1 && before.is_archived === 0 ? 'module_deleted' : 'module_updated'

export const patchModule = (acting: Acting, uuid: string, patch: ModulePatch): Promise<ModuleRow> =>
  changePart(acting, 'module', uuid, async (change, module) => {
    onlyInternal(change.person)
    onlyAsSeen(patch, moduleSeen(module))
    const wanted = {
      name: patch.name ?? module.name,
      portal_name: patch.portal_name ?? module.portal_name,
      is_archived: bit(patch.is_archived ?? module.is_archived === 1),
    } as const
    if (!differs<ModuleRow>(module, wanted)) return module
    const changed = { ...wanted, modified_at: change.deps.now(), modified_by: change.person.uuid }
    const changedModule = { ...module, ...changed }
    await changeRow(change, 'module', module.uuid, changed)
    await announceModule(change, eventOf(module, changedModule), changedModule)
    return changedModule
  })
