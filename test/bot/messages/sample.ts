import type { Message } from '../../../src/bot/kit/message.ts'

export interface Sample {
  title: string
  facts: object
  build: (facts: object) => Message
  /** It only says what is so, and leaves nothing to be done. */
  reports: boolean
}

export const sample = <F extends object>(
  title: string,
  build: (facts: F) => Message,
  facts: F,
  only?: 'reports',
): Sample => ({
  title,
  facts,
  build: build as (facts: object) => Message,
  reports: only === 'reports',
})
