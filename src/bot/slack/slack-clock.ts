/** Slack's time as its answers tell it: ours may be wrong, and message time stamps are Slack's. */
export interface SlackClock {
  /** The `Date` header of an answer of this moment. */
  note(date: string | null): void
  /** A moment of our clock by Slack's, in ms. */
  at(ms: number): number
}

export const slackClock = (now: () => number = Date.now): SlackClock => {
  let aheadMs = 0
  return {
    note: (date) => {
      const theirs = Date.parse(date ?? '')
      if (!Number.isNaN(theirs)) aheadMs = theirs - now()
    },
    at: (ms) => ms + aheadMs,
  }
}
