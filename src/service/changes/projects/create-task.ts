import { addTasks, tasksOfProject } from '../../store/projects/tasks.ts'
import { findModule } from '../../store/projects/modules.ts'
import type { TaskRow } from '../../store/rows.ts'
import { onlyInternal } from '../../access.ts'
import type { Actor, Deps } from '../../deps.ts'
import { invalid } from '../../refusals.ts'
import { announceTask, reloadTask } from './tasks.ts'
import { changeProject } from './within.ts'

export interface NewTask {
  readonly module_uuid: string
  readonly name: string
  readonly detail?: string | undefined
  readonly is_internal?: boolean | undefined
  readonly due_date?: string | undefined
  /** Of the form that asks for it: sent twice, it is still one task. */
  readonly once?: string | undefined
}

/** A task at the end of its module. Fires task_created. */
export const createTask = async (deps: Deps, actor: Actor, input: NewTask): Promise<TaskRow> => {
  const module = await findModule(deps.database.sql, actor.org, input.module_uuid)
  if (!module) throw invalid('module_uuid', 'No such module.')
  return changeProject(deps, actor, module.project_uuid, async (change) => {
    onlyInternal(change.person)
    const tasks = await tasksOfProject(change.tx.sql, actor.org, module.project_uuid)
    const siblings = tasks.filter((task) => task.module_uuid === module.uuid)
    const uuid = input.once ?? deps.newUuid()
    const there = siblings.find((task) => task.uuid === uuid)
    if (there) return there
    await addTasks(change.tx.sql, [
      {
        uuid,
        org: actor.org,
        project_uuid: module.project_uuid,
        module_uuid: module.uuid,
        name: input.name,
        detail: input.detail ?? '',
        status: 'Not started',
        position: Math.max(0, ...siblings.map(({ position }) => position)) + 1,
        is_internal: input.is_internal ? 1 : 0,
        is_archived: 0,
        in_order: 0,
        collect_feedback: 0,
        require_all_answered: 0,
        role: null,
        assignee_uuid: null,
        scheduled_start_date: null,
        due_date: input.due_date ?? null,
        created_at: deps.now(),
        created_by: change.person.uuid,
        modified_by: change.person.uuid,
        started_at: null,
        completed_at: null,
        completed_by: null,
      },
    ])
    const task = await reloadTask(change, uuid)
    await announceTask(change, 'task_created', task)
    return task
  })
}
