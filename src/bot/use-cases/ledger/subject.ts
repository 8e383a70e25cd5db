import type { Comment } from '../../../contract/comment.ts'
import { familyOf, type TrackerEvent } from '../../../contract/event.ts'
import type { TaskInView } from '../tracker/task-in-view.ts'

/** Who acted: a comment's author by uuid, as the tracker says; anybody else as the event says. */
export interface Actor {
  uuid?: string | undefined
  email?: string | undefined
  name?: string | undefined
}

/**
 * What filters look at. Where nobody says a thing, such as a module to a tracker that does not tell it, it is
 * undefined, and no list speaks of it.
 */
export interface Subject {
  /** Of a project there is neither module nor assignee. */
  about: 'project' | 'module' | 'task'
  module?: string | undefined
  assignee?: string | undefined
  internal?: boolean | undefined
  actor: Actor | undefined
}

const actorOf = ({ modifiedBy }: TrackerEvent): Actor | undefined =>
  modifiedBy && {
    email: modifiedBy.email_address ?? undefined,
    name:
      modifiedBy.full_name ||
      [modifiedBy.first_name, modifiedBy.last_name].filter(Boolean).join(' ') ||
      undefined,
  }

const actedBy = (event: TrackerEvent): Actor | undefined => {
  if (familyOf(event.name) !== 'task') return actorOf(event)
  const { modified_by_name: name } = (event as Extract<TrackerEvent, { name: 'task_updated' }>).payload.task
  return actorOf(event) ?? (name ? { name } : undefined)
}

/** The module of a task that the tracker does not tell in the task itself: its event's word, which can only narrow. */
const toldModule = (event: TrackerEvent): string | undefined => {
  if (familyOf(event.name) !== 'task') return undefined
  const { payload } = event as Extract<TrackerEvent, { name: 'task_updated' }>
  return payload.task.module_name ?? payload.parent_module_name ?? undefined
}

export const aboutTask = ({ task, internal }: TaskInView, actor: Actor | undefined): Subject => ({
  about: 'task',
  module: task.module_name ?? undefined,
  assignee: task.assignee_name ?? undefined,
  internal,
  actor,
})

/** A task, or what hangs on it: a comment, a subtask. */
export const taskSubject = (view: TaskInView, event: TrackerEvent): Subject => {
  const said = aboutTask(view, actedBy(event))
  return view.task.module_name === undefined ? { ...said, module: toldModule(event) } : said
}

export const commentSubject = (view: TaskInView, event: TrackerEvent, comment: Comment): Subject => ({
  ...taskSubject(view, event),
  actor: { uuid: comment.created_by_uuid, name: comment.created_by_name ?? undefined },
})

/** What an event is about whose handler says nothing of it: a project, or a module. */
export const subjectOf = (event: TrackerEvent): Subject =>
  familyOf(event.name) === 'module'
    ? {
        about: 'module',
        module: (event as Extract<TrackerEvent, { name: 'module_updated' }>).payload.module.name,
        actor: actorOf(event),
      }
    : { about: 'project', actor: actorOf(event) }
