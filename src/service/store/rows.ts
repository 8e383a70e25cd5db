import type { Selectable } from 'kysely'
import type { ServiceTables } from './tables.ts'

type Row<T extends keyof ServiceTables> = Selectable<ServiceTables[T]>

export type AccountRow = Row<'account'>
export type PersonRow = Row<'person'>
export type PlaybookRow = Row<'playbook'>
export type DataFieldRow = Row<'data_field'>
export type ProjectRow = Row<'project'>
export type ExternalLinkRow = Row<'external_link'>
export type ModuleRow = Row<'module'>
export type TaskRow = Row<'task'>
export type SubtaskRow = Row<'subtask'>
export type CommentRow = Row<'comment'>
export type WebhookRow = Row<'webhook'>
