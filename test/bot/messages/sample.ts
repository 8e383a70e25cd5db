import type { Message } from '../../../src/bot/kit/message.ts'

export interface Sample {
  title: string
  facts: object
  build: (facts: object) => Message
}

export const sample = <F extends object>(title: string, build: (facts: F) => Message, facts: F): Sample => ({
  title,
  facts,
  build: build as (facts: object) => Message,
})
