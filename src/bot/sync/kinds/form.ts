import { z } from 'zod'
import { number, optionalFlags, optionalTexts, text } from '../../kit/facts.ts'
import { commentReadersSchema, flatTaskSchema, type ReadersNow } from '../../kit/task-card.ts'
import { readJson } from '../../store/database.ts'
import type { PostRow } from '../store/posts.ts'

/** The person who is waiting to hear that their comment exists. */
const awaitedBySchema = z.object({
  reply: number,
  user: text,
  taskName: text,
  ...optionalTexts('threadTs'),
  /** Missing in forms of version 1.0.0. */
  readers: commentReadersSchema.optional(),
})
export type AwaitedBy = z.infer<typeof awaitedBySchema>

/** How a message is posted. Changes of its facts keep this. */
const formSchema = z.object({
  /** Posted in the channel itself. An object if it stands for a task's thread: then replies become comments. */
  flat: z.union([z.literal(true), flatTaskSchema]).optional(),
  ...optionalFlags('nameInBlocks'),
  tell: awaitedBySchema.optional(),
  /** A customer's words, or a mention: no mute holds it back. */
  words: z.literal(true).optional(),
})
type Form = z.infer<typeof formSchema>

export type Shown = Omit<Form, 'tell' | 'words'> & ReadersNow

type Formed = Pick<PostRow, 'id' | 'kind' | 'form'>

export const formOf = ({ id, kind, form: stored }: Formed): Form =>
  readJson(`the form of message ${id} (${kind})`, formSchema, stored)

/** The row's form with these values, for a retry or an edit. */
export const withForm = (row: Formed, more: Form): string => JSON.stringify({ ...formOf(row), ...more })
