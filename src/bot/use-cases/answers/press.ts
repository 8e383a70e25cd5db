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
