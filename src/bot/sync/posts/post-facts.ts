import { z } from 'zod'
import type { PostRow } from '../store/posts.ts'
import { commentReaders, repliesHere, flatTaskSchema, taskQuote } from '../../kit/task-card.ts'
import { maybe, maybeFlags, number, text } from '../../kit/facts.ts'
import { readJson } from '../../store/database.ts'

/** What is stored with a message besides its own facts. Their schema is in the message's file. */

/** The person who is waiting to hear that their comment exists. */
const tell = z.object({ reply: number, user: text, taskName: text })
export type Tell = z.infer<typeof tell>

/** How a message is posted. Changes of its facts keep this. */
const form = z.object({
  /** Posted in the channel itself. The object: of a task's thread, so replies become comments. */
  flat: z.union([z.literal(true), flatTaskSchema]).optional(),
  ...maybeFlags('nameInBlocks'),
  tell: tell.optional(),
})
type Form = z.infer<typeof form>

/** `replies`: decided whenever the message is sent, and not stored. */
export type Shown = Omit<Form, 'tell'> & { replies?: z.infer<typeof repliesHere> | undefined }

/** Facts needed from rows of any kind, even after their text was cleared. */
const brief = z.object({
  ...maybe('authorName', 'name', 'projectName', 'assigneeName', 'url', 'accountName'),
  readers: commentReaders.optional(),
  newest: taskQuote.optional(),
  ...maybeFlags('existedBefore', 'deleted', 'cleared'),
  ...maybe('endedBy', 'what'),
})

type Stored = Pick<PostRow, 'id' | 'kind' | 'facts'>

export const readFacts = <T>(schema: z.ZodType<T>, { id, kind, facts }: Stored): T =>
  readJson(`the facts of message ${id} (${kind})`, schema, facts)

export const briefOf = (row: Stored): z.infer<typeof brief> => readFacts(brief, row)

export const formOf = ({ id, kind, form: stored }: Pick<PostRow, 'id' | 'kind' | 'form'>): Form =>
  readJson(`the form of message ${id} (${kind})`, form, stored)

/** The row's form and this, for a retry or an edit. */
export const withForm = (row: Pick<PostRow, 'id' | 'kind' | 'form'>, more: Form): string =>
  JSON.stringify({ ...formOf(row), ...more })

/** It says only that something was deleted. Shown wherever that is, also if others can read the channel now. */
export const isRemoval = ({ deleted, what }: z.infer<typeof brief>): boolean =>
  deleted === true || what === 'deleted'

/** What cannot be read must not stop what concerns a whole channel. */
export const briefIfReadable = (row: Stored): z.infer<typeof brief> => {
  try {
    return briefOf(row)
  } catch {
    return {}
  }
}

/** Only the line that says who reads replies changes. It must be true also where nothing else may be said anymore. */
export const isForReaders = ({ ts, shown }: Pick<PostRow, 'ts' | 'shown'>): boolean =>
  ts !== null && shown === 0
