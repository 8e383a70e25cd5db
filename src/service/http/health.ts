import { setTimeout as sleep } from 'node:timers/promises'
import type { Lanes } from '../../lanes/lanes.ts'

/** Limit for an answer of the database. Slower means not usable. */
const patienceMs = 3_000

/** Nothing in an answer is older. */
const freshMs = 1_000

/** Why the service cannot work now, in words. Empty if it can. */
export const createHealth = (lanes: Pick<Lanes, 'trouble'>, isReady: () => boolean) => {
  let last: { at: number; reasons: Promise<readonly string[]> } | undefined
  const check = async () => {
    const late = sleep(patienceMs, 'the database isn’t responding', { ref: false })
    const reason = await Promise.race([lanes.trouble(), late])
    return reason === undefined ? [] : [reason]
  }
  return {
    reasons: async (): Promise<readonly string[]> => {
      if (!isReady()) return ['the service is starting']
      const at = performance.now()
      if (!last || at - last.at >= freshMs) last = { at, reasons: check() }
      return last.reasons
    },
  }
}
