import type { Message } from '../../../src/bot/kit/message.ts'

interface Marks {
  /** It only says what is so, and leaves nothing to be done. */
  reports?: true
  /** Facts that a person or a tracker writes at any length. Names are short in the tracker. */
  prose?: readonly string[]
  /** Facts whose end nobody misses. */
  cut?: readonly string[]
  /** Ids and places in a list, where their form does not say so: they are not said. */
  fixed?: readonly string[]
}

export interface Sample extends Marks {
  title: string
  facts: object
  build: (facts: object) => Message
}

/** `row`: its title, and its marks if it has any. */
export const sample = <F extends object>(
  row: string | ({ title: string } & Marks),
  build: (facts: F) => Message,
  facts: F,
): Sample => ({
  ...(typeof row === 'string' ? { title: row } : row),
  facts,
  build: build as (facts: object) => Message,
})
