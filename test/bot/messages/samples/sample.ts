import type { Message } from '../../../../src/bot/kit/message.ts'

interface Marks {
  /** It only says what is so, and leaves nothing to be done. */
  reports?: true
  /** Facts that a person or a tracker writes at any length. Names are short in the tracker. */
  prose?: readonly string[]
  /** Facts that may be cut without a way to the rest. */
  cut?: readonly string[]
  /** Ids and places in a list that do not look like one. They stay as they are, and are not said. */
  fixed?: readonly string[]
}

export interface Sample extends Marks {
  title: string
  facts: object
  build: (facts: object) => Message
}

/** `row`: its title, or its title and marks. */
export const sample = <F extends object>(
  row: string | ({ title: string } & Marks),
  build: (facts: F) => Message,
  facts: NoInfer<F>,
): Sample => ({
  ...(typeof row === 'string' ? { title: row } : row),
  facts,
  build: build as (facts: object) => Message,
})
