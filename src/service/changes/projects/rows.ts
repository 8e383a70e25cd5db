import { addDays, daysBetween, type IsoDate } from '../../../contract/dates.ts'
import type { SubtaskTemplate, TaskTemplate } from '../../store/playbooks/playbooks.ts'
import type { New } from '../../store/rows.ts'
import type { Resolved } from './resolve.ts'

interface Making {
  readonly by: string
  readonly resolved: Resolved
  readonly projectUuid: string
  readonly now: number
  readonly newUuid: () => string
}

export const bit = (value: boolean | undefined): 0 | 1 => (value ? 1 : 0)

export const placeAfter = (siblings: readonly { position: number }[]): number =>
  Math.max(0, ...siblings.map(({ position }) => position)) + 1

type Placed = Pick<New<'module'>, 'uuid' | 'project_uuid' | 'name' | 'position'>

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

export const taskRow = (
  row: Placed & Pick<New<'task'>, 'module_uuid'> & Partial<New<'task'>>,
  by: string,
  now: number,
): New<'task'> => ({
  detail: '',
  status: 'Not started',
  is_internal: 0,
  is_archived: 0,
  in_order: 0,
  collect_feedback: 0,
  require_all_answered: 0,
  created_at: now,
  created_by: by,
  modified_by: by,
  assigned_at: row.assignee_uuid ? now : null,
  ...row,
})

export const subtaskRow = (
  row: Placed & Pick<New<'subtask'>, 'task_uuid'> & Partial<New<'subtask'>>,
): New<'subtask'> => ({ description: '', status: 'Not started', configuration: '[]', ...row })

/** A task is never due after its project. */
const day = ({ start, due }: Resolved, days: number): IsoDate =>
  days > daysBetween(start, due) ? due : addDays(start, days)

const taskOf = (
  { by, resolved, projectUuid, now, newUuid }: Making,
  module: New<'module'>,
  task: TaskTemplate,
  at: number,
): New<'task'> => {
  const row = {
    uuid: newUuid(),
    project_uuid: projectUuid,
    module_uuid: module.uuid,
    name: task.name,
    detail: task.detail,
    position: at + 1,
    is_internal: bit(task.isInternal),
    in_order: bit(task.inOrder),
    collect_feedback: bit(task.collectFeedback),
    require_all_answered: bit(task.requireAllAnswered),
    role: resolved.content.roles.find(({ uuid }) => uuid === task.role)?.name ?? null,
    assignee_uuid: (task.role && resolved.roles.get(task.role)?.[0]?.uuid) ?? null,
    scheduled_start_date: day(resolved, task.startDay),
    due_date: day(resolved, task.dueDay),
  } as const
  return taskRow(row, by, now)
}

const subtaskOf = (
  { newUuid }: Making,
  task: New<'task'>,
  { name, description = '', questions = [] }: SubtaskTemplate,
  at: number,
): New<'subtask'> =>
  subtaskRow({
    uuid: newUuid(),
    project_uuid: task.project_uuid,
    task_uuid: task.uuid,
    name,
    description,
    position: at + 1,
    configuration: JSON.stringify(questions),
    assignee_uuid: task.assignee_uuid ?? null,
  })

export const partsOf = (making: Making) => {
  const { resolved, projectUuid, newUuid, by, now } = making
  const modules: New<'module'>[] = []
  const tasks: New<'task'>[] = []
  const subtasks: New<'subtask'>[] = []
  for (const [m, { name, portalName, tasks: templates }] of resolved.content.modules.entries()) {
    const row = { uuid: newUuid(), project_uuid: projectUuid, name, portal_name: portalName, position: m + 1 }
    const module = moduleRow(row, by, now)
    modules.push(module)
    for (const [t, template] of templates.entries()) {
      const task = taskOf(making, module, template, t)
      tasks.push(task)
      subtasks.push(...(template.subtasks ?? []).map((subtask, s) => subtaskOf(making, task, subtask, s)))
    }
  }
  return { modules, tasks, subtasks }
}
