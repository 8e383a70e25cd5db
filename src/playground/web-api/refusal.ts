/** `{ok: false, error}` as Slack says it; `messages` go into `response_metadata`. Thrown in methods, answered in one place. */
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
