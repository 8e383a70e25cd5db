import type { Message } from '../../messages/kit/message.ts'

/** A press of a button, or a choice in a menu. */
export interface Press {
  value: string
  threadTs: string | undefined
  /** Slack's id of this press: identifies a repetition, and opens a dialog. */
  triggerId: string
  /** It was in a dialog, so a new view opens on top. */
  onTop?: boolean
}

/** A repeated submission of a dialog has the same id. */
export type Submission = { viewId: string }

/** What a person reads: privately or in the channel; in a new message or instead of the pressed one. */
export interface Said {
  message: Message
  inChannel?: boolean
  replace?: boolean
  /** Makes the answer that replaces `message`. */
  later?: () => Promise<Answer>
}
export type Answer = Said | { remove: true }
