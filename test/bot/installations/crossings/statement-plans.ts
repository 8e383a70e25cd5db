import { DatabaseSync } from 'node:sqlite'
import { vi } from 'vitest'

/** Collects how SQLite carries out each statement that is prepared until this is disposed of. */
export const watchPlans = (plans: Map<string, readonly string[]>): Disposable => {
  const spy = vi.spyOn(DatabaseSync.prototype, 'prepare')
  return {
    [Symbol.dispose]: () => {
      const { calls, contexts } = spy.mock
      spy.mockRestore()
      for (const [at, [sql]] of calls.entries()) {
        if (plans.has(sql) || !/^\s*(?:select|insert|update|delete|with)\b/i.test(sql)) continue
        const database = contexts[at] as DatabaseSync
        const steps = database.prepare(`explain query plan ${sql}`).all()
        plans.set(
          sql,
          steps.map(({ detail }) => String(detail)),
        )
      }
    },
  }
}
