import type { Comment } from '../../../contract/comment.ts'
import { familyOf, type TrackerEvent } from '../../../contract/event.ts'
import type { TaskInView } from '../tracker/task-in-view.ts'

/** The acting person: a comment's author by uuid, otherwise the person named by the event. */
export interface ActingPerson {
  uuid?: string | undefined
  email?: string | undefined
  name?: string | undefined
}

/** What filters check. Unknown values are undefined and match no list. */
export interface Subject {
  /** A project has neither module nor assignee. */
  about: 'project' | 'module' | 'task'
  module?: string | undefined
  assignee?: string | undefined
  internal?: boolean | undefined
  actor: ActingPerson | undefined
}

const actorOf = ({ modifiedBy }: TrackerEvent): ActingPerson | undefined =>
  modifiedBy && {
    email: modifiedBy.email_address ?? undefined,
    name:
      modifiedBy.full_name ||
      [modifiedBy.first_name, modifiedBy.last_name].filter(Boolean).join(' ') ||
      undefined,
  }

const actedBy = (event: TrackerEvent): ActingPerson | undefined => {
  if (familyOf(event.name) !== 'task') return actorOf(event)
  const { modified_by_name: name } = (event as Extract<TrackerEvent, { name: 'task_updated' }>).payload.task
  return actorOf(event) ?? (name ? { name } : undefined)
}

/** The event's module name, if the tracker does not return one for the task. */
const toldModule = (event: TrackerEvent): string | undefined => {
  if (familyOf(event.name) !== 'task') return undefined
  const { payload } = event as Extract<TrackerEvent, { name: 'task_updated' }>
  return payload.task.module_name ?? payload.parent_module_name ?? undefined
}

export const aboutTask = ({ task, internal }: TaskInView, actor: ActingPerson | undefined): Subject => ({
  about: 'task',
  module: task.module_name ?? undefined,
  assignee: task.assignee_name ?? undefined,
  internal,
  actor,
})

/** For a task, or its comment or subtask. */
export const taskSubject = (view: TaskInView, event: TrackerEvent): Subject => {
  const said = aboutTask(view, actedBy(event))
  return view.task.module_name === undefined ? { ...said, module: toldModule(event) } : said
}

export const commentSubject = (view: TaskInView, event: TrackerEvent, comment: Comment): Subject => ({
  ...taskSubject(view, event),
  actor: { uuid: comment.created_by_uuid, name: comment.created_by_name ?? undefined },
})

/** The subject of events whose handler sets none: a project or a module. */
export const subjectOf = (event: TrackerEvent): Subject =>
  familyOf(event.name) === 'module'
    ? {
        about: 'module',
        module: (event as Extract<TrackerEvent, { name: 'module_updated' }>).payload.module.name,
        actor: actorOf(event),
      }
    : { about: 'project', actor: actorOf(event) }
