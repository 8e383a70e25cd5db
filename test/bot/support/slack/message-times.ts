interface Options {
  /** The first message's time, in ms. */
  startsAt: number
  /** Messages bear the real time. Otherwise each is a microsecond after the last. */
  isOnTime: boolean
}

/** When messages are posted, as Slack writes it: `1763700000.000001`. */
export const messageTimes = ({ startsAt, isOnTime }: Options) => {
  let clock = startsAt * 1_000
  return {
    /** The time stamp of the next message. */
    stamp: () => {
      clock = Math.max(clock + 1, isOnTime ? Date.now() * 1_000 : 0)
      return `${Math.floor(clock / 1e6)}.${String(clock % 1e6).padStart(6, '0')}`
    },
    /** Time passes in Slack alone. */
    later: (ms: number) => void (clock += ms * 1_000),
  }
}
