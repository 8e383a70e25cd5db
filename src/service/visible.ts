import { type Acting, actingPerson, isCustomer, notFound, today } from './acting.ts'
import type { ApiProblem } from '../contract/problem.ts'
import { findProject } from './store/projects.ts'
import { findRow, type ModuleRow, type PersonRow, type Row, type Scope, type TaskRow } from './store/rows.ts'
import { modulesOfProject, type Part, tasksOfProject } from './store/work.ts'

export const maySeeProject = (person: PersonRow, project: { account_uuid: string }): boolean =>
  !isCustomer(person) || person.account_uuid === project.account_uuid

/** How a request is refused that names something which doesn't exist, or which this person can't see. */
export type Missing = () => ApiProblem

/** The project, and who looks at it. */
export const visibleProject = async (
  acting: Acting,
  uuid: string,
  missing: Missing = () => notFound('Project'),
) => {
  const project = await findProject(acting, uuid, today(acting.deps))
  const person = await actingPerson(acting)
  if (!project || !maySeeProject(person, project)) throw missing()
  return { project, person }
}

/** The tasks of these modules. Archived tasks, and those of archived modules, are on no page. */
const liveTasks = (modules: readonly ModuleRow[], tasks: readonly TaskRow[]) => {
  const live = new Set(modules.filter((one) => one.is_archived === 0).map(({ uuid }) => uuid))
  return tasks.filter((task) => task.is_archived === 0 && live.has(task.module_uuid))
}

/** What this person sees of a project that they see. Customers see a module if it has a task that they see. */
export const visibleWork = (
  person: PersonRow,
  { modules, tasks }: { modules: readonly ModuleRow[]; tasks: readonly TaskRow[] },
) => {
  const all = liveTasks(modules, tasks)
  const live = modules.filter((one) => one.is_archived === 0)
  if (!isCustomer(person)) return { modules: live, tasks: all }
  const shared = all.filter((task) => task.is_internal === 0)
  const shown = new Set(shared.map((task) => task.module_uuid))
  return { modules: live.filter(({ uuid }) => shown.has(uuid)), tasks: shared }
}

const workFor = async (scope: Scope, person: PersonRow, projectUuid: string) =>
  visibleWork(person, {
    modules: await modulesOfProject(scope, projectUuid),
    tasks: await tasksOfProject(scope, projectUuid),
  })

/** Whether a customer of the project's account sees this part. */
const isShown = async (scope: Scope, person: PersonRow, part: Part, row: Row<Part>): Promise<boolean> => {
  if (part === 'note') return false
  const { modules, tasks } = await workFor(scope, person, row.project_uuid)
  if (part === 'module') return modules.some(({ uuid }) => uuid === row.uuid)
  const task = 'task_uuid' in row ? row.task_uuid : row.uuid
  return tasks.some(({ uuid }) => uuid === task)
}

/** The part of a project that this person sees. The team sees archived ones, too, so that it can restore them. */
export const visiblePart = async <P extends Part>(
  scope: Scope,
  person: PersonRow,
  part: P,
  uuid: string,
  missing: Missing = () => notFound(partNames[part]),
): Promise<Row<P>> => {
  const row = await findRow(scope, part, uuid)
  if (!row || (isCustomer(person) && !(await isShown(scope, person, part, row as Row<Part>)))) throw missing()
  return row
}

export const partNames: Readonly<Record<Part, string>> = {
  module: 'Module',
  task: 'Task',
  subtask: 'Subtask',
  comment: 'Comment',
  note: 'Note',
}
