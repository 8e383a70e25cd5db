import type { Message } from '../../messages/kit/message.ts'

/** A button or an entry of a menu, as it was pressed. */
export interface Press {
  /** What the button or the entry carries. */
  value: string
  user: string
  /** The person's workspace; undefined where Slack does not say. */
  team: string | undefined
  /** Where it stands, or whose dialog it stands in; empty on the Home tab. */
  channel: string
  threadTs: string | undefined
  /** Slack's id of this one press: what makes a repetition known, and what a dialog opens with. */
  triggerId: string
  /** It stands in a dialog: what it opens comes on top of it. */
  onTop?: boolean
}

/** Who asks for something, and where. */
export type Asker = Pick<Press, 'user' | 'channel'>

/** The same, with what a dialog opens with. */
export type OpeningPress = Asker & Pick<Press, 'triggerId'>

/** A dialog about a channel that a person submitted: `viewId` is the same however often Slack says so. */
export type Submission = Asker & { viewId: string }

/** What a person is told: alone, or in the channel; as a new message, or in place of the one they pressed. */
export interface Said {
  message: Message
  inChannel?: boolean
  replace?: boolean
  /** What takes its place when it is known: said meanwhile is `message`. */
  later?: () => Promise<Answer>
}
export type Answer = Said | { remove: true }
