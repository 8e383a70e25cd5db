/** A clock in hand, for what waits by the bot's: it costs no real time, however busy the machine is. */
export const hurried = () => {
  let now = Date.now()
  return {
    options: { now: () => now, laneOptions: { sweepMs: 20 } },
    pass: (ms: number) => void (now += ms),
    /** For `expect.poll`: a second passes whenever nothing more happens by itself. */
    passing:
      <T>(idle: () => Promise<void>, look: () => T) =>
      async (): Promise<T> => {
        await idle()
        now += 1_000
        return look()
      },
  }
}
