import { sql as raw } from 'kysely'
import type { Given } from '../../database/statement.ts'
import { type Queries, statement } from './database.ts'
import { toStorableText } from '../../database/engine.ts'
import type { BotTables } from './tables.ts'
import type { KnownTask } from './known-projects.ts'
import type { Note } from './notes.ts'

/** Undefined fields keep their stored values. */
export interface TaskNote {
  uuid: string
  projectUuid: string
  name: string
  isInternal: boolean | undefined
  /** Null if the task has no module. */
  moduleName?: string | null | undefined
  completed: boolean | undefined
  dueDate?: string | null | undefined
  assigneeName?: string | null | undefined
  /** Values from an event, used only if neither the tracker nor the store has one. */
  fromEvent?: { dueDate: string | undefined; assigneeName: string | undefined } | undefined
  /** An event says that the task was completed now, even if the bot never saw it open. */
  doneNow?: boolean | undefined
  doneBy?: string | undefined
  /** When the tracker was asked, if that was a while ago: what was seen since is newer. */
  asOf?: number | undefined
}

/** An undefined value leaves what is stored. `became`: when the task was completed, if that is known. */
const valuesOf = (task: TaskNote, now: number) => {
  const { uuid, isInternal, moduleName, completed, dueDate, assigneeName, fromEvent, doneNow, doneBy } = task
  const assignee = assigneeName === undefined ? undefined : assigneeName || null
  const eventAssignee = fromEvent?.assigneeName || null
  return {
    uuid,
    name: toStorableText(task.name.normalize('NFC')),
    project_uuid: task.projectUuid,
    is_internal: isInternal === undefined ? undefined : Number(isInternal),
    module_name: moduleName === undefined ? undefined : toStorableText(moduleName ?? '') || null,
    completed: completed === undefined ? undefined : Number(completed),
    isCompleted: completed || undefined,
    became: doneNow ? now : null,
    doneBy: doneBy ? toStorableText(doneBy) : null,
    due: dueDate === undefined ? undefined : dueDate?.slice(0, 10) || null,
    eventDue: fromEvent?.dueDate?.slice(0, 10) || null,
    assignee,
    eventAssignee,
    assignedAt: (assignee ?? eventAssignee) === null ? null : now,
    now,
    asOf: task.asOf,
  }
}
type Values = ReturnType<typeof valuesOf>

/** An unchanged task is written again after this time, in ms, because a search lists first what was seen last. */
const freshMs = 3_600_000

/** Whether the note says what is stored, so that nothing has to be written. */
export const isStored = (stored: KnownTask, note: TaskNote, now: number): boolean => {
  if (stored.deletedAt !== undefined || now - stored.seenAt > freshMs) return false
  const { isInternal = stored.isInternal, completed = stored.completed, doneBy = stored.doneBy } = note
  const { moduleName = stored.moduleName, dueDate = stored.dueDate, fromEvent } = note
  const { assigneeName = stored.assigneeName } = note
  const isNewlyDone = note.doneNow === true && stored.doneAt === undefined
  return (
    !isNewlyDone &&
    toStorableText(note.name.normalize('NFC')) === stored.name &&
    note.projectUuid === stored.projectUuid &&
    isInternal === stored.isInternal &&
    completed === stored.completed &&
    doneBy === stored.doneBy &&
    (moduleName || undefined) === stored.moduleName &&
    ((dueDate || fromEvent?.dueDate)?.slice(0, 10) || undefined) === stored.dueDate &&
    (assigneeName || fromEvent?.assigneeName || undefined) === stored.assigneeName
  )
}

const old = <Value = number>(column: keyof BotTables['known_task']) =>
  raw.ref<Value | null>(`known_task.${column}`)

/** A task that was stored as open was completed now, any other earlier. Compared in SQL, to avoid a race. */
const putTask = statement((db, given: Given<Values>) => {
  const { uuid, name, project_uuid, is_internal, module_name, now } = given
  const { completed, isCompleted, became, doneBy, due, eventDue, assignee, eventAssignee } = given
  const facts = { name, project_uuid, is_internal, module_name, seen_at: now, deleted_at: null }
  const assigned = raw<string | null>`coalesce(${assignee ?? old('assignee_name')}, ${eventAssignee})`
  const added = {
    completed: completed ?? null,
    done_at: isCompleted ? became : null,
    done_by: isCompleted ? doneBy : null,
    due_date: due ? raw<string | null>`coalesce(${due}, ${eventDue})` : eventDue,
    assignee_name: assignee ? raw<string | null>`coalesce(${assignee}, ${eventAssignee})` : eventAssignee,
    assigned_at: given.assignedAt,
  }
  const doneAt = raw<number>`case when ${old('completed')} = 0 then ${now}
    else coalesce(${old('done_at')}, ${became}) end`
  const lastBy = raw<string>`coalesce(${doneBy}, ${old('done_by')})`
  const changed = {
    completed: completed ?? old('completed'),
    done_at: completed ? (isCompleted ? doneAt : null) : old('done_at'),
    done_by: completed ? (isCompleted ? lastBy : null) : old<string>('done_by'),
    due_date: raw<string | null>`coalesce(${due ?? old('due_date')}, ${eventDue})`,
    assignee_name: assigned,
    assigned_at: raw<number>`case when ${assigned} is distinct from ${old('assignee_name')}
      then ${now} else ${old('assigned_at')} end`,
  }
  return db
    .insertInto('known_task')
    .values({ uuid, ...facts, ...added })
    .onConflict((conflict) => {
      const update = conflict.column('uuid').doUpdateSet({ ...facts, ...changed })
      return given.asOf === undefined ? update : update.where('known_task.seen_at', '<=', given.asOf)
    })
})

export const noteTask =
  (task: TaskNote): Note =>
  async (sql, now) => {
    await putTask.run(sql, valuesOf(task, now))
  }

export const noteTaskGone =
  (uuid: string): Note =>
  async (sql, now) => {
    await sql.updateTable('known_task').set({ deleted_at: now }).where('uuid', '=', uuid).execute()
  }

/** Null: no task is next. */
export const noteNextTask =
  (uuid: string, nextTaskUuid: string | null): Note =>
  async (sql) => {
    const changed = { next_task_uuid: nextTaskUuid }
    await sql
      .insertInto('known_project')
      .values({ uuid, ...changed })
      .onConflict((conflict) => conflict.column('uuid').doUpdateSet(changed))
      .execute()
  }

/** A customer answered a subtask, which may be the first answer since the team wrote, or said that none is needed. */
export const noteAnswered =
  (uuid: string, at: number): Note =>
  async (sql) => {
    const { answeredSince } = (await sql
      .selectFrom('known_task')
      .select('answered_since as answeredSince')
      .where('uuid', '=', uuid)
      .where(raw<boolean>`answered_since > coalesce(settled_at, 0)`)
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom('known_comment as team')
              .select('team.uuid')
              .whereRef('team.task_uuid', '=', 'known_task.uuid')
              .whereRef('team.created_at', '>=', 'known_task.answered_since')
              .where('team.by_customer', '=', 0),
          ),
        ),
      )
      .executeTakeFirst()) ?? { answeredSince: at }
    await sql
      .updateTable('known_task')
      .set({ answered_at: at, answered_since: answeredSince })
      .where('uuid', '=', uuid)
      .execute()
  }

/** A person says that the customer's words need no answer. */
export const settleTask = async (sql: Queries, uuid: string, now: number): Promise<void> => {
  await sql.updateTable('known_task').set({ settled_at: now }).where('uuid', '=', uuid).execute()
}
