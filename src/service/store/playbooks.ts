import { sql as raw } from 'kysely'
import { z } from 'zod'
import {
  containing,
  type Page,
  changeRow,
  type PlaybookRow,
  rowsOf,
  type Scope,
  tableOf,
  totalOf,
  jsonColumn,
} from './rows.ts'

/** Any version that is not archived. A project can be created from a draft or a superseded version. */
export const findPlaybook = (scope: Scope, uuid: string): Promise<PlaybookRow | undefined> =>
  rowsOf(scope, 'playbook')
    .where('uuid', '=', uuid.toLowerCase())
    .where('is_archived', '=', 0)
    .executeTakeFirst()

const listed = ['uuid', 'name', 'description', 'duration_days'] as const

export const playbooksOnPage = async (
  scope: Scope,
  { name, limit, offset }: Page & { name?: string | undefined },
) => {
  let query = tableOf(scope, 'playbook').where('is_archived', '=', 0)
  if (name !== undefined) query = query.where(raw<boolean>`name_search like ${containing(name)} escape '\\'`)
  const playbooks = await query.select(listed).orderBy('id').limit(limit).offset(offset).execute()
  return { playbooks, total: await totalOf(query) }
}

const line = [...listed, 'id', 'version', 'state', 'is_archived', 'created_at'] as const
export type VersionLine = Pick<PlaybookRow, (typeof line)[number]>

/** Every version of every playbook, including archived ones, oldest first. */
export const listVersions = (scope: Scope): Promise<VersionLine[]> =>
  tableOf(scope, 'playbook').select(line).orderBy('id').execute()

/** The versions with exactly this name, including archived ones, oldest first. */
export const versionsNamed = (scope: Scope, name: string): Promise<VersionLine[]> =>
  tableOf(scope, 'playbook').select(line).where('name', '=', name).orderBy('id').execute()

export const changeVersions = async (
  scope: Scope,
  uuids: readonly string[],
  set: Partial<Pick<PlaybookRow, 'state' | 'is_archived'>>,
) => {
  for (const uuid of uuids) await changeRow(scope, 'playbook', uuid, set)
}

export const questionSchema = z.object({
  key: z.string(),
  name: z.string(),
  type: z.enum(['text', 'choice']),
  options: z.array(z.string()).optional(),
})

const subtaskSchema = z.object({
  name: z.string(),
  description: z.string().exactOptional(),
  questions: z.array(questionSchema).optional(),
})

const bit = z.literal([0, 1]).exactOptional()

const taskSchema = z.object({
  name: z.string(),
  detail: z.string(),
  start_day: z.number(),
  due_day: z.number(),
  /** The uuid of a role. People are assigned to roles when a project is created. */
  role: z.string().optional(),
  is_internal: bit,
  in_order: bit,
  collect_feedback: bit,
  require_all_answered: bit,
  subtasks: z.array(subtaskSchema).optional(),
})

const moduleSchema = z.object({
  name: z.string(),
  portal_name: z.string().exactOptional(),
  tasks: z.array(taskSchema),
})

/** Days count from the project's start. */
const contentSchema = z.object({
  roles: z.array(z.object({ uuid: z.string(), name: z.string() })),
  modules: z.array(moduleSchema),
})

export type Question = z.output<typeof questionSchema>
export type SubtaskTemplate = z.output<typeof subtaskSchema>
export type TaskTemplate = z.output<typeof taskSchema>
export type ModuleTemplate = z.output<typeof moduleSchema>
export type PlaybookContent = z.output<typeof contentSchema>

const read = jsonColumn('playbook.content', contentSchema)

export const contentOf = (playbook: { content: string }): PlaybookContent => read(playbook.content)
