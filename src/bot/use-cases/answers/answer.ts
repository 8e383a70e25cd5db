import type { Message } from '../../messages/kit/message.ts'

/** What a person is told: alone, or in the channel; as a new message, or in place of the one they pressed. */
export type Answer =
  | {
      message: Message
      inChannel?: boolean
      replace?: boolean
      /** What takes its place when it is known: said meanwhile is `message`. */
      later?: () => Promise<Answer>
    }
  | { remove: true }
