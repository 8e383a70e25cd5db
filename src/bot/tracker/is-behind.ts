import type { Comment } from '../../contract/comment.ts'
import type { TrackerEvent } from '../../contract/event.ts'
import type { ProjectItem } from '../../contract/project.ts'
import type { Task } from '../../contract/task.ts'

/*
 * A record may be older than its event, as with replicas. The interface gives tasks and projects no time of their last
 * change, so a field decides that both show.
 */

type Said = string | null | undefined

/** Whether the record has another value. A field that one of them lacks decides nothing. */
const differ = (event: Said, record: Said): boolean =>
  !!event && record !== undefined && event.trim() !== record?.trim()

/** A time of day may be in another time zone, so only plain days are compared. */
const plainDay = (date: Said): Said => (date && date.length > 10 ? undefined : date)

type TaskEvent = Extract<TrackerEvent, { name: 'task_created' | 'task_updated' }>

export const isTaskBehind = (task: Task, { payload: { task: said } }: TaskEvent): boolean =>
  differ(said.name, task.name) ||
  differ(said.status, task.status) ||
  differ(said.assignee_name, task.assignee_name) ||
  differ(plainDay(said.due_date), plainDay(task.due_date))

type ProjectUpdated = Extract<TrackerEvent, { name: 'project_updated' }>

export const isProjectBehind = (item: ProjectItem, { payload: { project: said } }: ProjectUpdated): boolean =>
  differ(said.name, item.name) ||
  differ(said.status, item.status?.name) ||
  differ(said.owner_name, item.project_owner?.full_name)

type CommentUpdated = Extract<TrackerEvent, { name: 'comment_updated' }>

/** A later edit explains other words. */
export const isCommentBehind = (comment: Comment, { payload, timestamp }: CommentUpdated): boolean =>
  differ(payload.comment.message_plain, comment.message_plain) &&
  !(Date.parse(comment.edited_at ?? '') >= Date.parse(timestamp))
