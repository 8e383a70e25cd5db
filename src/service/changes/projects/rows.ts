import { addDays, daysBetween, type IsoDate } from '../../../contract/dates.ts'
import type { ModuleRow, SubtaskRow, TaskRow } from '../../store/rows.ts'
import type { Actor } from '../../deps.ts'
import type { ModuleTemplate, SubtaskTemplate, TaskTemplate } from '../../store/playbooks/content.ts'
import type { Resolved } from './resolve.ts'

type New<R> = Omit<R, 'id'>
type Making = { actor: Actor; resolved: Resolved; projectUuid: string; now: number; newUuid: () => string }

const bit = (value: boolean | undefined) => (value ? 1 : 0)

const moduleRow = (
  { actor, projectUuid, now, newUuid }: Making,
  { name, portalName }: ModuleTemplate,
  at: number,
): New<ModuleRow> => ({
  uuid: newUuid(),
  org: actor.org,
  project_uuid: projectUuid,
  name,
  portal_name: portalName ?? name,
  position: at + 1,
  is_archived: 0,
  created_at: now,
  created_by: actor.personUuid,
  modified_at: now,
  modified_by: actor.personUuid,
})

/** Days count from the start, and no task is due after its project; counted, since years past 9999 do not sort. */
const day = ({ start, due }: Resolved, days: number): IsoDate =>
  days > daysBetween(start, due) ? due : addDays(start, days)

const taskRow = (
  { actor, resolved, projectUuid, now, newUuid }: Making,
  module: New<ModuleRow>,
  task: TaskTemplate,
  at: number,
): New<TaskRow> => ({
  uuid: newUuid(),
  org: actor.org,
  project_uuid: projectUuid,
  module_uuid: module.uuid,
  name: task.name,
  detail: task.detail,
  status: 'Not started',
  position: at + 1,
  is_internal: bit(task.isInternal),
  is_archived: 0,
  in_order: bit(task.inOrder),
  collect_feedback: bit(task.collectFeedback),
  require_all_answered: bit(task.requireAllAnswered),
  role: resolved.content.roles.find(({ uuid }) => uuid === task.role)?.name ?? null,
  assignee_uuid: (task.role && resolved.roles.get(task.role)?.[0]?.uuid) ?? null,
  scheduled_start_date: day(resolved, task.startDay),
  due_date: day(resolved, task.dueDay),
  created_at: now,
  created_by: actor.personUuid,
  modified_by: actor.personUuid,
  started_at: null,
  completed_at: null,
  completed_by: null,
})

const subtaskRow = (
  { actor, projectUuid, newUuid }: Making,
  task: New<TaskRow>,
  { name, description, questions }: SubtaskTemplate,
  at: number,
): New<SubtaskRow> => ({
  uuid: newUuid(),
  org: actor.org,
  project_uuid: projectUuid,
  task_uuid: task.uuid,
  parent_subtask_uuid: null,
  name,
  description: description ?? '',
  status: 'Not started',
  position: at + 1,
  configuration: JSON.stringify(questions ?? []),
  response: null,
  answered_by: null,
  answered_at: null,
  assignee_uuid: task.assignee_uuid,
})

/** A project's rows, as its playbook lays them out. */
export const rowsOf = (making: Making) => {
  const modules: New<ModuleRow>[] = []
  const tasks: New<TaskRow>[] = []
  const subtasks: New<SubtaskRow>[] = []
  for (const [m, template] of making.resolved.content.modules.entries()) {
    const module = moduleRow(making, template, m)
    modules.push(module)
    for (const [t, taskTemplate] of template.tasks.entries()) {
      const task = taskRow(making, module, taskTemplate, t)
      tasks.push(task)
      subtasks.push(
        ...(taskTemplate.subtasks ?? []).map((subtask, s) => subtaskRow(making, task, subtask, s)),
      )
    }
  }
  return { modules, tasks, subtasks }
}
