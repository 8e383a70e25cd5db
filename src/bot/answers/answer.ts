import type { Actor } from '../audience/actor.ts'
import type { BotDeps } from '../deps/deps.ts'
import type { Message } from '../kit/message.ts'

/** A press of a button, or a choice in a menu. */
export interface Press {
  value: string
  threadTs: string | undefined
  /** Slack's id of this press. Identifies repeats, and opens dialogs. */
  triggerId: string
  /** True if pressed in a dialog: a new view opens on top. */
  onTop?: boolean
}

/** Slack repeats a dialog's submission with the same id. */
export type Submission = { viewId: string }

/** `replace`: the answer replaces the pressed message. */
export interface Said {
  message: Message
  inChannel?: boolean
  replace?: boolean
  /** Makes the answer that replaces `message`. */
  later?: () => Promise<Answer>
}
export type Answer = Said | { remove: true }

/** What a button or menu does. */
export type OnPress<A extends Actor = Actor, P extends Press = Press> = (
  deps: BotDeps,
  actor: A,
  press: P,
) => Promise<Answer | undefined>
