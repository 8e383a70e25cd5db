import { findModule } from '../../store/projects/modules.ts'
import { findPeople, fullName, peopleAround } from '../../store/people/people.ts'
import { findProject } from '../../store/projects/projects.ts'
import type { PersonRow } from '../../store/rows.ts'
import { subtasksOfTask } from '../../store/projects/subtasks.ts'
import { findTask } from '../../store/projects/tasks.ts'
import { isCustomer, onlyInternal } from '../../access.ts'
import { moduleSeen, projectSeen, subtaskSeen, taskSeen } from '../../changes/projects/seen.ts'
import { type Deps, today } from '../../deps.ts'
import { notFound } from '../../refusals.ts'
import type { Page } from '../kit/page.ts'

/** Which sheet the forms of an action stand on, and whether one goes on working there. */
export const sheetOf: Readonly<Record<string, { kind: SheetKind; stays: boolean }>> = {
  'edit-project': { kind: 'project', stays: false },
  'edit-module': { kind: 'module', stays: false },
  'archive-module': { kind: 'module', stays: false },
  'edit-task': { kind: 'task', stays: false },
  'delete-task': { kind: 'task', stays: false },
  'add-subtask': { kind: 'task', stays: true },
  'edit-subtask': { kind: 'task', stays: true },
  'delete-subtask': { kind: 'task', stays: true },
}

type SheetKind = 'project' | 'module' | 'task'
type Reader = (deps: Deps, page: Page, projectUuid: string, uuid: string) => Promise<object>

const option = (person: PersonRow) => ({
  uuid: person.uuid,
  name: fullName(person) + (isCustomer(person) ? ' (customer)' : ''),
})

const projectIn = async (deps: Deps, page: Page, uuid: string) => {
  const project = await findProject(deps.database.sql, page.actor.org, uuid, today(deps))
  if (!project) throw notFound('Project')
  return project
}

const readers: Record<SheetKind, Reader> = {
  project: async (deps, page, projectUuid) => {
    const project = await projectIn(deps, page, projectUuid)
    const people = await peopleAround(deps.database.sql, page.actor.org, project.account_uuid)
    const team = people.filter((one) => !isCustomer(one) && one.role !== 'API User')
    const owner = { uuid: project.owner_uuid, name: `${project.owner_first} ${project.owner_last}`.trim() }
    const known = team.some(({ uuid }) => uuid === owner.uuid)
    return {
      title: 'Edit the project',
      one: { ...project, seen: projectSeen(project) },
      people: [...(known ? [] : [owner]), ...team.map(option)],
    }
  },
  module: async (deps, page, projectUuid, uuid) => {
    const module = await findModule(deps.database.sql, page.actor.org, uuid)
    if (!module || module.project_uuid !== projectUuid || module.is_archived === 1) throw notFound('Module')
    return { title: 'Edit the module', one: { ...module, seen: moduleSeen(module) } }
  },
  task: async (deps, page, projectUuid, uuid) => {
    const { sql } = deps.database
    const { org } = page.actor
    const task = await findTask(sql, org, uuid)
    if (!task || task.project_uuid !== projectUuid) throw notFound('Task')
    const project = await projectIn(deps, page, projectUuid)
    const around = await peopleAround(sql, org, project.account_uuid)
    const people = around.filter((one) => one.role !== 'API User')
    const gone =
      task.assignee_uuid === null || people.some((one) => one.uuid === task.assignee_uuid)
        ? []
        : await findPeople(sql, org, [task.assignee_uuid])
    const subtasks = await subtasksOfTask(sql, org, task.uuid)
    return {
      title: 'Edit the task',
      one: { ...task, seen: taskSeen(task) },
      people: [...gone, ...people].map(option),
      subtasks: subtasks.map((one) => ({ ...one, seen: subtaskSeen(one) })),
      once: deps.newUuid(),
    }
  },
}

const isKind = (kind: string): kind is SheetKind => Object.hasOwn(readers, kind)

/** What is edited beside the page: a project, a module, or a task with its subtasks. For the vendor's team. */
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
