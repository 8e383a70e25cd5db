import { waitLeft } from '../../contract/dates.ts'
import type { ListedTask } from '../../contract/task.ts'
import type { BotDeps } from '../deps/deps.ts'
import { dayMs } from '../kit/time.ts'
import { forgetListed, noteListed, type KnownTask, tasksOf } from '../store/known-projects.ts'
import { type Note, noteModuleName, writeNotes } from '../store/notes.ts'
import { isStored, noteTask, noteTaskGone } from '../store/task-notes.ts'
import { isDone, unlessLacking, unlessMissing } from './tracker-says.ts'

/* Our service lists a project's tasks and a task's comments. The interface doesn't, so other trackers may not. */

const perPage = 200
/** At most 5,000 tasks of a project. */
const mostPages = 25
/** How many missing tasks are looked for one by one. */
const mostGone = 50

/**
 * Asks for the tasks of a project that the tracker has just listed, so that a 404 is about the endpoint. A *no* counts
 * for a day and until the app starts again, because a tracker may be upgraded.
 */
const asksForLists = async ({ tracker, api, now }: Pick<BotDeps, 'tracker' | 'api' | 'now'>) => {
  if (!tracker) return false
  const { lists } = tracker
  if (lists.has || waitLeft(lists.askedAt ?? -dayMs, dayMs, now()) > 0) return lists.has
  const [known] = (await api.listProjects({ limit: 1 })).projects
  if (known?.uuid === undefined) return false
  const listed = await unlessLacking(api.listTasks({ project_uuid: known.uuid, limit: 1 }))
  Object.assign(lists, { has: listed !== undefined, askedAt: now() })
  return lists.has
}

/** Also forgets that projects were listed, if the tracker lists no more: what is stored is no longer known to be all. */
export const hasLists = async (deps: Pick<BotDeps, 'tracker' | 'api' | 'now' | 'database'>) => {
  const has = await asksForLists(deps)
  if (!has) await forgetListed(deps.database.sql)
  return has
}

/** Undefined if the tracker has no such project. `whole`: there are no more, and the list stayed the same meanwhile. */
const readTasks = async ({ api }: BotDeps, project_uuid: string) => {
  const tasks = new Map<string, ListedTask>()
  for (let page = 0; page < mostPages; page += 1) {
    const query = { project_uuid, limit: perPage, offset: page * perPage }
    const reply = await unlessMissing(api.listTasks(query))
    if (!reply) return undefined
    for (const task of reply.tasks) tasks.set(task.uuid, task)
    const { total } = reply.pagination
    if (reply.tasks.length === 0 || tasks.size >= total) return { tasks, whole: tasks.size === total }
  }
  return { tasks, whole: false }
}

const listedNotes = (projectUuid: string, task: ListedTask, stored: KnownTask | undefined, asOf: number) => {
  const { uuid, name, due_date: dueDate, assignee_name: assigneeName, module_name: moduleName } = task
  const isInternal = task.is_internal ?? stored?.isInternal
  const completed = isDone(task.status)
  const note = { uuid, projectUuid, name, isInternal, moduleName, dueDate, assigneeName, completed, asOf }
  // However long ago it was seen: otherwise each night would write all tasks.
  const notes: Note[] = stored && isStored(stored, note, stored.seenAt) ? [] : [noteTask(note)]
  if (moduleName && moduleName !== stored?.moduleName) notes.push(noteModuleName(projectUuid, moduleName))
  return notes
}

/**
 * Tasks that the list lacks: deleted, archived, or of an archived module. Of several pages, each is looked for once more,
 * because a task may leave one page before the next is read.
 */
const goneNotes = async ({ api }: BotDeps, lacking: readonly KnownTask[], isOnePage: boolean) => {
  if (isOnePage) return lacking.map(({ uuid }) => noteTaskGone(uuid))
  const notes: Note[] = []
  for (const { uuid } of lacking.slice(0, mostGone)) {
    const task = await unlessMissing(api.getTask({ task_uuid: uuid }))
    if (!task || task.is_archived === true) notes.push(noteTaskGone(uuid))
  }
  return notes
}

const writeInParts = async (deps: BotDeps, notes: readonly Note[]): Promise<void> => {
  for (let from = 0; from < notes.length; from += perPage)
    await deps.database.transaction((tx) => writeNotes(tx.sql, notes.slice(from, from + perPage), deps.now()))
}

export interface Listed {
  readonly tasks: readonly ListedTask[]
  readonly whole: boolean
  readonly changed: boolean
  readonly asOf: number
}

/**
 * Stores a project's tasks as the tracker lists them. Undefined if the tracker has no such list or project. `whole`:
 * the list has all of them. `changed`: something was stored. `asOf`: when the tracker was asked, in ms.
 */
export const listTasksOf = async (deps: BotDeps, projectUuid: string): Promise<Listed | undefined> => {
  if (!deps.tracker || !(await hasLists(deps))) return undefined
  const asOf = deps.now()
  const read = await readTasks(deps, projectUuid)
  // The project is gone, or the tracker has no lists any more. The next question tells.
  if (!read) {
    Object.assign(deps.tracker.lists, { has: false, askedAt: undefined })
    await noteListed(deps.database.sql, projectUuid, null)
    return undefined
  }
  const { sql } = deps.database
  const stored = new Map((await tasksOf(sql, projectUuid)).map((task) => [task.uuid, task]))
  const tasks = [...read.tasks.values()]
  const notes = tasks.flatMap((task) => listedNotes(projectUuid, task, stored.get(task.uuid), asOf))
  const lacking = [...stored.values()].filter(({ uuid, seenAt }) => !read.tasks.has(uuid) && seenAt <= asOf)
  if (read.whole) notes.push(...(await goneNotes(deps, lacking, tasks.length <= perPage)))
  await writeInParts(deps, notes)
  return { tasks, whole: read.whole, changed: notes.length > 0, asOf }
}
