/** For what waits by the bot's clock: each look lets a second of it pass, and costs a fraction of a real one. */
export const hurried = () => {
  let ahead = 0
  return {
    options: { now: () => Date.now() + ahead, laneOptions: { sweepMs: 20 } },
    passing:
      <T>(look: () => T) =>
      () => {
        ahead += 1_000
        return look()
      },
  }
}
