import { isDone, unlessMissing } from './tracker-says.ts'
import type { Task } from '../../contract/task.ts'
import {
  type KnownProject,
  type KnownOfTask,
  knownOfTask,
  type KnownTask,
  knownTask,
  taskWithProject,
} from '../store/known-projects.ts'
import { isStored, noteTask, type TaskNote } from '../store/task-notes.ts'
import { type Note, noteModuleName, writeNotes } from '../store/notes.ts'
import type { BotDeps } from '../deps/deps.ts'
import { projectFacts, projectNamed } from './listed-projects.ts'

/** A task according to the tracker, with its project. */
export interface TaskInView {
  uuid: string
  task: Task
  project: KnownProject
  /** Undefined if unknown. */
  internal: boolean | undefined
  /** When the tracker was asked, in ms. */
  seenAt: number
  /** A comment was stored before this look. The bot's own counts even before the tracker has answered. */
  hadComments: boolean
  /** What was stored before this look. */
  stored: KnownTask | undefined
}

/**
 * Reads a task and its project from the tracker. `projectUuid` counts if the task has no project uuid: as it is if
 * `verified` (by the tracker), otherwise (from an unsigned event or a URL) only if the project's name matches.
 * Undefined if the task does not exist or its project is unknown. `stored`: what was already read.
 */
export const lookAtTask = async (
  deps: BotDeps,
  uuid: string,
  projectUuid: string | undefined,
  trust: 'verified' | 'unverified' = 'unverified',
  stored?: KnownOfTask,
): Promise<TaskInView | undefined> => {
  const task = await unlessMissing(deps.api.getTask({ task_uuid: uuid }))
  if (!task) return undefined
  const verifiedUuid = task.project.uuid ?? (trust === 'verified' ? projectUuid : undefined)
  const likelyUuid = verifiedUuid ?? projectUuid ?? ''
  const storedFacts =
    stored?.projectUuid === likelyUuid ? stored : await knownOfTask(deps.database.sql, uuid, likelyUuid)
  const project =
    verifiedUuid === undefined
      ? await projectNamed(deps, task.project.name, projectUuid, storedFacts)
      : await projectFacts(deps, verifiedUuid, task.project.name, storedFacts)
  const internal = task.is_internal ?? storedFacts.task?.isInternal
  return (
    project && {
      uuid,
      task,
      project,
      internal,
      seenAt: deps.now(),
      hadComments: storedFacts.hasComments,
      stored: storedFacts.task,
    }
  )
}

/** Facts that the tracker's answer does not have. `completed` counts if the tracker gives no status. */
export type EventFacts = Partial<Pick<TaskNote, 'completed' | 'fromEvent' | 'doneNow' | 'doneBy'>>

export const taskNotes = (view: Omit<TaskInView, 'hadComments'>, more: EventFacts = {}): Note[] => {
  const { uuid, task, project, internal: isInternal, stored, seenAt } = view
  const { name, due_date: dueDate, assignee_name: assigneeName, module_name: moduleName } = task
  const completed = isDone(task.status) ?? more.completed
  const of = { uuid, projectUuid: project.uuid, name, isInternal }
  const note = { ...more, ...of, moduleName, dueDate, assigneeName, completed }
  const notes = stored && isStored(stored, note, seenAt) ? [] : [noteTask(note)]
  if (moduleName && moduleName !== stored?.moduleName) notes.push(noteModuleName(project.uuid, moduleName))
  return notes
}

/** Like `lookAtTask`, outside of events: stores the result at once. */
export const taskInView = async (
  deps: BotDeps,
  ...reference: [taskUuid: string, projectUuid: string | undefined, trust?: 'verified' | 'unverified']
): Promise<TaskInView | undefined> => {
  const view = await lookAtTask(deps, ...reference)
  if (view) await writeNotes(deps.database.sql, taskNotes(view), deps.now())
  return view
}

/** What decides who reads words about a task. */
export interface TaskForReaders {
  uuid: string
  name: string | undefined
  project: (KnownProject & { stored?: true }) | undefined
  internal: boolean | undefined
}

export const storedForReaders = async (
  { database: { sql } }: Pick<BotDeps, 'database'>,
  uuid: string,
): Promise<TaskForReaders> => {
  const { task, project } = (await taskWithProject(sql, uuid)) ?? {}
  return {
    uuid,
    name: task?.name,
    internal: task?.isInternal,
    project: project && { ...project, stored: true },
  }
}

/** A task whose link was pasted may be new to the bot, so the tracker is asked. */
export const taskForReaders = async (deps: BotDeps, uuid: string): Promise<TaskForReaders> => {
  const stored = await storedForReaders(deps, uuid)
  if (stored.internal !== undefined) return stored
  const view = await taskInView(deps, uuid, undefined).catch(() => undefined)
  return view ? { ...view, name: view.task.name } : stored
}

/** A task as the tracker has it now. Undefined if gone, archived or done. Without a status, the stored one counts. */
export const openTaskNow = async ({ api, database }: BotDeps, uuid: string) => {
  const task = await unlessMissing(api.getTask({ task_uuid: uuid }))
  if (!task || task.is_archived === true) return undefined
  const done = isDone(task.status) ?? (await knownTask(database.sql, uuid))?.completed
  return done === true ? undefined : task
}
