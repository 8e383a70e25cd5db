import type { EventName } from '../../../contract/event.ts'
import { searchable } from '../../store/like.ts'
import { findPerson } from '../../store/people/people.ts'
import { type ProjectRecord, updateProject } from '../../store/projects/projects.ts'
import type { ProjectState } from '../../store/tables.ts'
import { isCustomer, onlyInternal } from '../../access.ts'
import type { Actor, Deps } from '../../deps.ts'
import { announce } from '../../events/announce.ts'
import { projectFacts, projectNow } from '../../events/project-facts.ts'
import { invalid } from '../../refusals.ts'
import { onlyAsSeen, projectSeen } from './seen.ts'
import { type Change, changeProject } from './within.ts'

export const announceProject = async (
  { deps, tx, actor }: Omit<Change, 'person' | 'project'>,
  name: EventName,
  uuid: string,
) => {
  const project = await projectNow(deps, tx, actor.org, uuid)
  await announce(deps, tx, actor, {
    name,
    object: project,
    projectUuid: uuid,
    payload: { project: await projectFacts(deps, tx, project) },
  })
  return project
}

export interface ProjectPatch {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly value?: number | null | undefined
  readonly project_state?: ProjectState | undefined
  readonly due_date?: string | undefined
  /** A user of the vendor's, by uuid. */
  readonly owner?: string | undefined
  /** What it was when the form was shown. */
  readonly seen?: string | undefined
}

const ownerOf = async ({ tx, actor, project }: Change, owner: string | undefined) => {
  if (owner === undefined || owner === project.owner_uuid) return project.owner_uuid
  const person = await findPerson(tx.sql, actor.org, owner)
  if (!person || isCustomer(person) || person.role === 'API User' || person.is_active === 0)
    throw invalid('owner', 'Choose one of the team.')
  return person.uuid
}

const dueOf = (project: ProjectRecord, due: string | undefined) => {
  if (due === undefined || due >= project.start_date) return due ?? project.due_date
  throw invalid('due_date', 'A project is due on or after the day it starts.')
}

/** Completing keeps what is open as it is; archiving keeps when and by whom it was completed. */
const stateFields = ({ deps, person, project }: Change, state: ProjectState) => {
  const now = deps.now()
  const completed =
    state === 'Completed'
      ? { completed_at: now, completed_by: person.uuid }
      : state === 'Active'
        ? { completed_at: null, completed_by: null }
        : { completed_at: project.completed_at, completed_by: project.completed_by }
  const archived =
    state === 'Archived'
      ? { archived_at: now, archived_by: person.uuid }
      : { archived_at: null, archived_by: null }
  return { state, ...completed, ...archived }
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

/** Facts that changed are one project_updated; a state that changed has its own event. */
export const patchProject = (
  deps: Deps,
  actor: Actor,
  uuid: string,
  patch: ProjectPatch,
): Promise<ProjectRecord> =>
  changeProject(deps, actor, uuid, async (change) => {
    onlyInternal(change.person)
    const { project, tx } = change
    let now = project
    onlyAsSeen(patch.seen, projectSeen(project))
    const fields = await plainFields(change, project, patch)
    if (Object.entries(fields).some(([key, value]) => project[key as keyof ProjectRecord] !== value)) {
      await updateProject(tx.sql, actor.org, project.uuid, fields)
      now = await announceProject(change, 'project_updated', project.uuid)
    }
    const state = patch.project_state
    if (state !== undefined && state !== project.state) {
      await updateProject(tx.sql, actor.org, project.uuid, stateFields(change, state))
      now = await announceProject(change, stateEvents[state], project.uuid)
    }
    return now
  })
