import { z } from 'zod'
import type { DeliveryRow } from '../store/deliveries.ts'
import { commentReaders, repliesHere } from '../../../kit/cards/comment-readers.ts'
import { flatTaskSchema } from '../../../kit/cards/in-flat.ts'
import { maybe, maybeFlags, number, text } from '../../../kit/facts.ts'
import { readJson } from '../../../store/read-json.ts'

/** What is stored with a message besides its own facts. Their schema is in the message's file. */

/** How a message is shown, in addition to its own facts. */
const shown = z.object({
  /** Posted in the channel itself. The object: of a task's thread, so replies become comments. */
  flat: z.union([z.literal(true), flatTaskSchema]).optional(),
  ...maybeFlags('nameInBlocks'),
  /** Decided whenever the message is sent, and not stored. */
  replies: repliesHere.optional(),
})
export type Shown = z.infer<typeof shown>

/** The person who is waiting to hear that their comment exists. */
const tell = z.object({ reply: number, user: text, taskName: text })
export type Tell = z.infer<typeof tell>

/** Facts needed from rows of any kind, even after their text was cleared. */
const brief = shown.extend({
  ...maybe('authorName', 'name', 'projectName', 'assigneeName', 'url', 'accountName'),
  readers: commentReaders.optional(),
  ...maybeFlags('existedBefore'),
  tell: tell.optional(),
})

type Stored = Pick<DeliveryRow, 'id' | 'kind' | 'facts'>

export const readFacts = <T>(schema: z.ZodType<T>, { id, kind, facts }: Stored): T =>
  readJson(`the facts of message ${id} (${kind})`, schema, facts)

export const briefOf = (row: Stored): z.infer<typeof brief> => readFacts(brief, row)

/** The row's facts plus these, for a retry or an edit. */
export const withShown = (row: Stored, more: Shown): string =>
  JSON.stringify({ ...readFacts(z.looseObject({}), row), ...more })
