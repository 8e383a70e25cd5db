import type { EventName } from '../../../contract/event.ts'
import { isCustomer, onlyInternal } from '../../access.ts'
import type { Acting } from '../../deps.ts'
import { announceProject } from '../../events/projects.ts'
import { invalid } from '../../refusals.ts'
import { searchable, changeRow } from '../../store/rows.ts'
import { findPerson } from '../../store/people/people.ts'
import type { ProjectRecord } from '../../store/projects/projects.ts'
import type { ProjectState } from '../../store/tables.ts'
import { differs, onlyAsSeen, projectSeen } from './seen.ts'
import type { ProjectPatch } from './inputs.ts'
import { type Change, changeProject } from './within.ts'

const ownerOf = async (change: Change, owner = change.project.owner_uuid) => {
  if (owner === change.project.owner_uuid) return owner
  const person = await findPerson(change, owner)
  if (!person || isCustomer(person) || person.role === 'API User' || person.is_active === 0)
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
    let now = project
    onlyAsSeen(patch, projectSeen(project))
    const fields = await plainFields(change, project, patch)
    if (differs(project, fields)) {
      await changeRow(change, 'project', project.uuid, fields)
      now = await announceProject(change, 'project_updated', project.uuid)
    }
    const state = patch.project_state
    if (state !== undefined && state !== project.state) {
      await changeRow(change, 'project', project.uuid, stateFields(change, state))
      now = await announceProject(change, stateEvents[state], project.uuid)
    }
    return now
  })
