/** Slack's `{ok: false, error}`. `messages` go into `response_metadata`. Methods throw it; one place answers it. */
export class Refusal extends Error {
  override name = 'Refusal' as const
  readonly code: string
  readonly messages: readonly string[]

  constructor(code: string, messages: readonly string[] = []) {
    super(code)
    this.code = code
    this.messages = messages
  }
}

export const refuse = (code: string, messages?: readonly string[]): never => {
  throw new Refusal(code, messages)
}
