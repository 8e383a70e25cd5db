/** A promoted replica may have another clock. */
const everyMs = 10_000
/** A slower answer says too little about the time. */
const longestMs = 200
/** If this process's clocks drift apart by more, one was set, or the machine slept. */
const mostDriftMs = 1_000
/** The pause after a failed look, because `now` is called often. */
const pauseMs = 500

const driftOf = () => Date.now() - performance.now()

export interface DatabaseClock extends Disposable {
  /** In whole ms, like `Date.now`. */
  readonly now: () => number
}

/**
 * The time by the database server's clock. Nodes whose own clocks differ agree by it about leases and about what is
 * due. Between two looks at it, this process's clock that can't be set goes on.
 */
export const databaseClock = async (ask: () => Promise<number>): Promise<DatabaseClock> => {
  let ahead = 0
  let drift = 0
  let isLooking = false
  let pausesUntil = 0
  const look = async (patienceMs: number): Promise<void> => {
    const before = driftOf()
    const from = performance.now()
    const at = await ask()
    const tookMs = performance.now() - from
    if (tookMs > patienceMs) throw new Error('the answer took too long')
    drift = before
    const found = at - from - tookMs / 2
    // A smaller difference may be the answer's own delay.
    if (Math.abs(found - ahead) > tookMs / 2) ahead = found
  }
  const lookAgain = () => {
    if (isLooking || performance.now() < pausesUntil) return
    isLooking = true
    void look(longestMs)
      .catch(() => (pausesUntil = performance.now() + pauseMs))
      .finally(() => (isLooking = false))
  }
  await look(Infinity)
  const timer = setInterval(lookAgain, everyMs).unref()
  return {
    now: () => {
      if (Math.abs(driftOf() - drift) > mostDriftMs) lookAgain()
      return Math.round(performance.now() + ahead)
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
