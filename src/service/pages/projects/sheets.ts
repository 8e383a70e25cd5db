import { isCustomer, onlyInternal } from '../../access.ts'
import { completeValues } from '../../changes/projects/field-values.ts'
import { fieldsSeen, moduleSeen, projectSeen, subtaskSeen, taskSeen } from '../../changes/projects/seen.ts'
import { type Deps, scopeOf, today } from '../../deps.ts'
import { notFound } from '../../refusals.ts'
import { findPeople, fullName, peopleAround } from '../../store/people/people.ts'
import { findProject } from '../../store/projects/projects.ts'
import { subtasksOfTask } from '../../store/projects/work.ts'
import { findRow, type PersonRow, type Scope } from '../../store/rows.ts'
import type { Page } from '../kit/page.ts'
import { fieldInput } from './fields-view.ts'

/** The sheet that contains an action's form, and whether it stays open afterwards. */
export const sheetOf: Readonly<Record<string, { kind: SheetKind; stays: boolean }>> = {
  'edit-project': { kind: 'project', stays: false },
  'edit-fields': { kind: 'fields', stays: false },
  'edit-module': { kind: 'module', stays: false },
  'archive-module': { kind: 'module', stays: false },
  'edit-task': { kind: 'task', stays: false },
  'delete-task': { kind: 'task', stays: false },
  'add-subtask': { kind: 'task', stays: true },
  'edit-subtask': { kind: 'task', stays: true },
  'delete-subtask': { kind: 'task', stays: true },
}

type SheetKind = 'project' | 'fields' | 'module' | 'task'
type Reader = (deps: Deps, page: Page, projectUuid: string, uuid: string) => Promise<object>

/** With more people than this, an email address is typed instead of chosen from a list. */
const mostOptions = 200

const option = (person: PersonRow) => ({
  uuid: person.uuid,
  name: fullName(person) + (isCustomer(person) ? ' (customer)' : ''),
})

const around = async (deps: Deps, scope: Scope, uuid: string) => {
  const project = await findProject(scope, uuid, today(deps))
  if (!project) throw notFound('Project')
  const people = await peopleAround(scope, project.account_uuid, mostOptions + 1)
  return { project, people, byEmail: people.length > mostOptions }
}

const emailOf = async (scope: Scope, uuid: string | null) =>
  uuid === null ? '' : ((await findPeople(scope, [uuid]))[0]?.email ?? '')

const readers: Record<SheetKind, Reader> = {
  fields: async (deps, page, projectUuid) => {
    const project = await findProject(scopeOf(deps, page.actor), projectUuid, today(deps))
    if (!project) throw notFound('Project')
    const values = await completeValues(deps, page.actor, project.uuid)
    const live = values.filter((one) => one.is_archived === 0)
    return { title: 'Data fields', one: { seen: fieldsSeen(live) }, values: live.map(fieldInput) }
  },
  project: async (deps, page, projectUuid) => {
    const scope = scopeOf(deps, page.actor)
    const { project, people, byEmail } = await around(deps, scope, projectUuid)
    const title = 'Edit project'
    const seen = projectSeen(project)
    if (byEmail) return { title, one: { ...project, seen, owner_uuid: project.owner_email }, byEmail }
    const team = people.filter((one) => !isCustomer(one))
    const owner = { uuid: project.owner_uuid, name: project.owner_name }
    const known = team.some(({ uuid }) => uuid === owner.uuid)
    return {
      title,
      one: { ...project, seen },
      people: [...(known ? [] : [owner]), ...team.map(option)],
    }
  },
  module: async (deps, page, projectUuid, uuid) => {
    const module = await findRow(scopeOf(deps, page.actor), 'module', uuid)
    if (!module || module.project_uuid !== projectUuid || module.is_archived === 1) throw notFound('Module')
    return { title: 'Edit module', one: { ...module, seen: moduleSeen(module) } }
  },
  task: async (deps, page, projectUuid, uuid) => {
    const scope = scopeOf(deps, page.actor)
    const task = await findRow(scope, 'task', uuid)
    if (!task || task.project_uuid !== projectUuid) throw notFound('Task')
    const { people, byEmail } = await around(deps, scope, projectUuid)
    const isKnown = task.assignee_uuid === null || people.some((one) => one.uuid === task.assignee_uuid)
    const gone = isKnown ? [] : await findPeople(scope, [task.assignee_uuid ?? ''])
    const subtasks = await subtasksOfTask(scope, task.uuid)
    return {
      title: 'Edit task',
      one: {
        ...task,
        seen: taskSeen(task),
        ...(byEmail && { assignee_uuid: await emailOf(scope, task.assignee_uuid) }),
      },
      byEmail,
      people: byEmail ? [] : [...gone, ...people].map(option),
      subtasks: subtasks.map((one) => ({ ...one, seen: subtaskSeen(one) })),
    }
  },
}

const isKind = (kind: string): kind is SheetKind => Object.hasOwn(readers, kind)

/** A sheet beside the page, where the vendor's team edits a project, a module, or a task with its subtasks. */
export const sheetFacts = async (
  deps: Deps,
  page: Page,
  projectUuid: string,
  { kind, uuid }: { kind: string; uuid: string },
): Promise<object> => {
  onlyInternal(page.person)
  if (!isKind(kind)) throw notFound('Form')
  const facts = await readers[kind](deps, page, projectUuid, uuid)
  return { ...facts, kind, uuid, back: `${page.base}/${projectUuid}${page.query}` }
}
