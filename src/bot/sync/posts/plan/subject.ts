import { familyOf, type TrackerEvent } from '../../../../contract/event.ts'
import type { TaskInView } from '../../../tracker/task-in-view.ts'

/** What filters check. Unknown values are undefined and match no list. */
export interface Subject {
  /** A project has no module. */
  about: 'project' | 'module' | 'task'
  module?: string | undefined
  internal?: boolean | undefined
}

/** The event's module name, if the tracker does not return one for the task. */
const toldModule = (event: TrackerEvent): string | undefined => {
  if (familyOf(event.name) !== 'task') return undefined
  const { payload } = event as Extract<TrackerEvent, { name: 'task_updated' }>
  return payload.task.module_name ?? payload.parent_module_name ?? undefined
}

export const aboutTask = ({ task, internal }: TaskInView): Subject => ({
  about: 'task',
  module: task.module_name ?? undefined,
  internal,
})

/** For a task, or its comment or subtask. */
export const taskSubject = (view: TaskInView, event: TrackerEvent): Subject => {
  const said = aboutTask(view)
  return view.task.module_name === undefined ? { ...said, module: toldModule(event) } : said
}

/** The subject of events whose handler sets none: a project or a module. */
export const subjectOf = (event: TrackerEvent): Subject =>
  familyOf(event.name) === 'module'
    ? {
        about: 'module',
        module: (event as Extract<TrackerEvent, { name: 'module_updated' }>).payload.module.name,
      }
    : { about: 'project' }
