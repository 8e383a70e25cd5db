import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../deps.ts'

/** Limit for an answer of the database. Slower means not usable. */
const patienceMs = 3_000

/** Nothing in an answer is older. */
const freshMs = 1_000

/** Changes no row, but a database that takes no writes refuses it. */
const checkStore = async ({ database, lanes }: Pick<Deps, 'database' | 'lanes'>) => {
  try {
    await lanes.counts()
  } catch {
    return ['the database cannot be used']
  }
  try {
    await database.sql.updateTable('job').set({ attempts: 0 }).where('seq', '<', 0).execute()
    return []
  } catch {
    return ['the database takes no writes']
  }
}

/** Why the service cannot work now, in words. Empty if it can. */
export const createHealth = (deps: Pick<Deps, 'database' | 'lanes'>, isReady: () => boolean) => {
  let last: { at: number; reasons: Promise<readonly string[]> } | undefined
  const check = () =>
    Promise.race([checkStore(deps), sleep(patienceMs, ['the database does not answer'], { ref: false })])
  return {
    reasons: async (): Promise<readonly string[]> => {
      if (!isReady()) return ['the service is starting']
      const at = performance.now()
      if (!last || at - last.at >= freshMs) last = { at, reasons: check() }
      return last.reasons
    },
  }
}
