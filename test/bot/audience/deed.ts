import type { Right } from '../../../src/bot/audience/actor.ts'

/** One thing that a person does. */
export interface Deed {
  name: string
  right: Right
  /** What Slack was answered, and what was said through the response URL. */
  act: () => Promise<void>
}
