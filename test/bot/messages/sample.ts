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

export const sample = <F extends object>(
  title: string,
  build: (facts: F) => Message,
  facts: F,
  marks: Marks = {},
): Sample => ({ title, facts, build: build as (facts: object) => Message, ...marks })
