import type { Comment } from '../contract/comment.ts'
import type { ProjectRecord } from './store/projects.ts'
import type { ModuleRow, RemovedRow, SubtaskRow, TaskRow } from './store/rows.ts'
import type { OpenTask } from './store/work.ts'

declare const made: unique symbol
/**
 * What a customer's page or answer can hold. Only this file makes it, field by field, so a new column stays the team's
 * until somebody lists it here.
 */
export type ForCustomers<T> = T & { readonly [made]: true }

const only = <T extends object, K extends keyof T>(row: T, fields: readonly K[]) =>
  Object.fromEntries(fields.map((field) => [field, row[field]])) as unknown as ForCustomers<Pick<T, K>>

/** Its progress counts no internal task. */
export const projectForCustomers = ({ progress, ...project }: ProjectRecord) =>
  only({ ...project, progress: { total: progress.customerTotal, completed: progress.customerCompleted } }, [
    'uuid',
    'name',
    'description',
    'state',
    'account_uuid',
    'account_name',
    'owner_uuid',
    'owner_email',
    'owner_name',
    'start_date',
    'due_date',
    'progress',
  ])

/** Under the name that the team chose for the portal. */
export const moduleForCustomers = ({ uuid, portal_name }: ModuleRow) =>
  only({ uuid, name: portal_name }, ['uuid', 'name'])

export const taskForCustomers = (task: TaskRow) =>
  only(task, [
    'uuid',
    'project_uuid',
    'module_uuid',
    'name',
    'detail',
    'status',
    'role',
    'assignee_uuid',
    'due_date',
    'completed_at',
    'in_order',
    'collect_feedback',
    'require_all_answered',
  ])

export const subtaskForCustomers = (subtask: SubtaskRow) =>
  only(subtask, [
    'uuid',
    'task_uuid',
    'name',
    'description',
    'status',
    'configuration',
    'response',
    'answered_by',
    'answered_at',
  ])

/** A row of their list of tasks. */
export const openTaskForCustomers = (task: OpenTask) =>
  only(task, ['uuid', 'name', 'status', 'due_date', 'project_uuid', 'project', 'account'])

/** Without the legacy integers, which count everybody's comments. */
export const commentForCustomers = (comment: Comment) =>
  only(comment, [
    'uuid',
    'created_by_uuid',
    'created_by_name',
    'message_plain',
    'message_rtf',
    'associated_object_uuid',
    'associated_object_type',
    'parent_object_uuid',
    'parent_object_type',
    'replied_to_comment_uuid',
    'created_at',
    'edited_at',
  ])

export const removedForCustomers = (trace: RemovedRow) =>
  only(trace, ['uuid', 'task_uuid', 'created_at', 'removed_by', 'removed_at'])

export type ProjectForCustomers = ReturnType<typeof projectForCustomers>
export type ModuleForCustomers = ReturnType<typeof moduleForCustomers>
export type TaskForCustomers = ReturnType<typeof taskForCustomers>
export type SubtaskForCustomers = ReturnType<typeof subtaskForCustomers>
export type CommentForCustomers = ReturnType<typeof commentForCustomers>
export type RemovedForCustomers = ReturnType<typeof removedForCustomers>
