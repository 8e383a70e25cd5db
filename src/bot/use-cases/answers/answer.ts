import type { Message } from '../../messages/kit/message.ts'

/** A press of a button, or a choice in a menu. */
export interface Press {
  value: string
  user: string
  /** The person's workspace, where Slack says so. */
  team: string | undefined
  /** The channel of the message or of the dialog; empty on the Home tab. */
  channel: string
  threadTs: string | undefined
  /** Slack's id of this press: identifies a repetition, and opens a dialog. */
  triggerId: string
  /** It was in a dialog, so a new view opens on top. */
  onTop?: boolean
}

export type Asker = Pick<Press, 'user' | 'channel'>

export type OpeningPress = Asker & Pick<Press, 'triggerId'>

/** A submitted dialog about a channel: a repeated submission has the same `viewId`. */
export type Submission = Asker & { viewId: string }

/** What a person reads: privately or in the channel; in a new message or instead of the pressed one. */
export interface Said {
  message: Message
  inChannel?: boolean
  replace?: boolean
  /** Makes the answer that replaces `message`. */
  later?: () => Promise<Answer>
}
export type Answer = Said | { remove: true }
