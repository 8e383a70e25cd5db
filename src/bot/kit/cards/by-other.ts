import type { Inline } from '../message.ts'
import { when } from '../message.ts'

/** Set when the comment was deleted by somebody other than its author. */
export interface Removal {
  deletedBy?: string | undefined
  deletedAt?: string | undefined
}

/** The end of the sentence about a deleted comment: who deleted it and when, if it was not its author. */
export const byOther = (
  { deletedBy, deletedAt }: Removal,
  said: (words: string) => Inline = (words) => words,
): Inline[] => {
  if (deletedBy === undefined) return [said('.')]
  if (deletedAt === undefined) return [said(` by ${deletedBy}.`)]
  return [said(` by ${deletedBy}, `), when(deletedAt), said('.')]
}
