/** Estimates Slack's clock. Message timestamps use it, and ours may be wrong. */
export interface SlackClock {
  /** Takes the `Date` header of an answer that just arrived. */
  note(date: string | null): void
  /** Converts a time of our clock, in ms, to Slack's. */
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
