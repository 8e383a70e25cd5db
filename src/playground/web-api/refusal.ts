import type { Json } from '../workspace/types.ts'

/** Slack's `{ok: false, error}`. `messages` go into `response_metadata`. Methods throw it; one place answers it. */
export class Refusal extends Error {
  override name = 'Refusal' as const
  readonly code: string
  readonly messages: readonly string[]
  /** Further fields of the answer. */
  readonly fields: Json

  constructor(code: string, messages: readonly string[] = [], fields: Json = {}) {
    super(code)
    this.code = code
    this.messages = messages
    this.fields = fields
  }
}

export const refuse = (code: string, messages?: readonly string[], fields?: Json): never => {
  throw new Refusal(code, messages, fields)
}
