import { z } from 'zod'
import { jsonColumn } from '../json-column.ts'

export const question = z.object({
  key: z.string(),
  name: z.string(),
  type: z.enum(['text', 'choice']),
  options: z.array(z.string()).optional(),
})

const subtask = z.object({
  name: z.string(),
  description: z.string().optional(),
  questions: z.array(question).optional(),
})

const task = z.object({
  name: z.string(),
  detail: z.string(),
  startDay: z.number(),
  dueDay: z.number(),
  /** The uuid of a role. People are assigned to roles when a project is created. */
  role: z.string().optional(),
  isInternal: z.boolean().optional(),
  inOrder: z.boolean().optional(),
  collectFeedback: z.boolean().optional(),
  requireAllAnswered: z.boolean().optional(),
  subtasks: z.array(subtask).optional(),
})

const module = z.object({
  name: z.string(),
  portalName: z.string().optional(),
  tasks: z.array(task),
})

/** Days count from the project's start. */
const content = z.object({
  roles: z.array(z.object({ uuid: z.string(), name: z.string() })),
  modules: z.array(module),
})

export type Question = z.output<typeof question>
export type SubtaskTemplate = z.output<typeof subtask>
export type TaskTemplate = z.output<typeof task>
export type ModuleTemplate = z.output<typeof module>
export type PlaybookContent = z.output<typeof content>

const read = jsonColumn('playbook.content', content)

export const contentOf = (playbook: { content: string }): PlaybookContent => read(playbook.content)
