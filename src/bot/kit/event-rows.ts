import { type EventName, eventNames } from '../../contract/event.ts'

/** The checkboxes in a channel's settings. Slack allows ten. */
export const boxes = {
  comments: 'Comments',
  tasks: 'Completed tasks',
  subtasks: 'Completed and answered subtasks',
  modules: 'Completed modules',
  project_created: 'New projects',
  project_updated: 'Status and owner changes',
  project_completed: 'Completed projects',
  project_archived: 'Archived projects',
  project_invitation: 'Invitations',
} as const
export type BoxName = keyof typeof boxes

interface EventRow {
  /** Used when a channel does not receive a whole family. */
  words: string
  box: BoxName
  /** Whether it posts something. The others only update existing messages. */
  posts: boolean
  /** Whether channels receive it that chose no events. */
  byDefault: boolean
}

/** What the bot says of each event, in the order of its sentences. */
export const eventRows: Readonly<Record<EventName, EventRow>> = {
  comment_new: { words: 'new comments', box: 'comments', posts: true, byDefault: true },
  comment_reply: { words: 'replies to comments', box: 'comments', posts: true, byDefault: true },
  comment_mention: { words: 'mentions', box: 'comments', posts: true, byDefault: true },
  comment_updated: { words: 'edited comments', box: 'comments', posts: false, byDefault: true },
  comment_deleted: { words: 'deleted comments', box: 'comments', posts: false, byDefault: true },
  task_created: { words: 'new tasks', box: 'tasks', posts: false, byDefault: true },
  task_updated: { words: 'changed tasks', box: 'tasks', posts: false, byDefault: true },
  task_completed: { words: 'completed tasks', box: 'tasks', posts: true, byDefault: true },
  task_deleted: { words: 'deleted tasks', box: 'tasks', posts: false, byDefault: true },
  subtask_created: { words: 'new subtasks', box: 'subtasks', posts: false, byDefault: false },
  subtask_updated: { words: 'changed subtasks', box: 'subtasks', posts: true, byDefault: false },
  subtask_completed: { words: 'completed subtasks', box: 'subtasks', posts: true, byDefault: false },
  subtask_deleted: { words: 'deleted subtasks', box: 'subtasks', posts: false, byDefault: false },
  project_created: { words: 'new projects', box: 'project_created', posts: true, byDefault: true },
  project_updated: { words: 'changed projects', box: 'project_updated', posts: true, byDefault: true },
  project_completed: { words: 'completed projects', box: 'project_completed', posts: true, byDefault: true },
  project_archived: { words: 'archived projects', box: 'project_archived', posts: true, byDefault: true },
  project_invitation: { words: 'invitations', box: 'project_invitation', posts: true, byDefault: false },
  module_created: { words: 'new modules', box: 'modules', posts: false, byDefault: false },
  module_updated: { words: 'changed modules', box: 'modules', posts: true, byDefault: false },
  module_deleted: { words: 'deleted modules', box: 'modules', posts: false, byDefault: false },
}

export const defaultEvents: readonly EventName[] = eventNames.filter((name) => eventRows[name].byDefault)
