import type { Queries } from './database.ts'
import { type CommentNote, forgetComment, noteComment } from './known-comments.ts'
import { type KnownModule, noteModule, noteModuleName } from './known-modules.ts'
import { noteNextTask } from './known-projects.ts'
import { markTaskDeleted, noteTask, type TaskNote } from './known-tasks.ts'

/** Facts learned from an event and its verification. Stored in the event's transaction. */
export type Note =
  | { of: 'task'; task: TaskNote }
  | { of: 'task-gone'; uuid: string }
  | { of: 'comment'; comment: CommentNote }
  | { of: 'comment-gone'; uuid: string }
  | { of: 'module'; module: KnownModule }
  | { of: 'module-name'; projectUuid: string; name: string }
  | { of: 'next-task'; projectUuid: string; uuid: string | null }

const write = (sql: Queries, note: Note, now: number): Promise<void> => {
  switch (note.of) {
    case 'task':
      return noteTask(sql, note.task, now)
    case 'task-gone':
      return markTaskDeleted(sql, note.uuid, now)
    case 'comment':
      return noteComment(sql, note.comment, now)
    case 'comment-gone':
      return forgetComment(sql, note.uuid, now)
    case 'module':
      return noteModule(sql, note.module)
    case 'module-name':
      return noteModuleName(sql, note.projectUuid, note.name, now)
    case 'next-task':
      return noteNextTask(sql, note.projectUuid, note.uuid)
  }
}

export const writeNotes = async (sql: Queries, notes: readonly Note[], now: number): Promise<void> => {
  for (const note of notes) await write(sql, note, now)
}
