/**
 * Tells other processes that lanes of some kinds have work, after the commit: `NOTIFY` inside a transaction makes
 * PostgreSQL commit such transactions one by one, each with its own flush. A lost ring costs one sweep.
 */
export interface Bell extends AsyncDisposable {
  ring(kinds: readonly string[]): void
  /** Whether rings from other processes arrive. If not, sweeps run more often. */
  hears(): boolean
}

export interface Ears {
  heard(kind: string): void
  /** Rings may have been missed, as after a lost connection. */
  missed(): void
}

export type OpenBell = (id: string, ears: Ears) => Bell

/** For the only process of a database. */
export const noBell: OpenBell = () => ({
  ring: () => undefined,
  hears: () => true,
  [Symbol.asyncDispose]: async () => undefined,
})
