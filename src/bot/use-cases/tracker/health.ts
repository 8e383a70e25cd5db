import { hideSecrets } from '../../../log.ts'
import { writeSetting } from '../../store/settings.ts'
import type { BotDeps } from '../../deps.ts'
import { scopes } from '../../slack/scopes.ts'
import { within } from '../answers/within.ts'
import { type TrackerStanding, trackerReason } from '../../tracker-standing.ts'

export interface Health {
  /** Why the bot cannot work now, in words. Empty if it can. Cached for `freshMs`. */
  reasons(): Promise<readonly string[]>
}

/** Limit for an answer. Slower means not usable. */
const patienceMs = 3_000

const checkSlack = async ({
  slack,
  instance,
}: Pick<BotDeps, 'slack' | 'instance'>): Promise<string | undefined> => {
  if (!instance.connected()) return 'Slack is not usable: there is no Socket Mode connection'
  try {
    const granted = await slack.check()
    // The app was reinstalled.
    instance.seen.removed = undefined
    const missing = Object.entries(scopes).filter(([scope, { vital }]) => vital && !granted?.includes(scope))
    if (granted === undefined || missing.length === 0) return undefined
    const lost = missing.map(([scope, { loses }]) => `${scope} is not granted (lost: ${loses})`)
    return `Slack is not usable: ${lost.join('; ')}`
  } catch (error) {
    const { removed } = instance.seen
    const why = removed === undefined ? '' : `; Slack says ${removed}`
    return `Slack is not usable: ${(error as Error).message}${why}`
  }
}

const readyKey = 'ready_at'

/** Writes a small row, because a full disk or read-only database still answers queries. */
const checkStore = async ({
  database,
  lanes,
  now,
}: Pick<BotDeps, 'database' | 'lanes' | 'now'>): Promise<string | undefined> => {
  try {
    await lanes.counts()
  } catch {
    return 'the database cannot be used'
  }
  try {
    await writeSetting(database.sql, readyKey, String(now()))
    return undefined
  } catch (error) {
    return `the database takes no writes: ${hideSecrets((error as Error).message).slice(0, 200)}`
  }
}

const inTime = async (work: Promise<string | undefined>, late: string): Promise<string | undefined> => {
  const outcome = await within(
    patienceMs,
    work.then((reason) => ({ reason })),
  )
  return outcome ? outcome.reason : late
}

const reasonsOf = async (deps: BotDeps, tracker: Promise<string | undefined>): Promise<readonly string[]> => {
  const reasons = await Promise.all([
    inTime(checkStore(deps), 'the database does not answer'),
    inTime(checkSlack(deps), 'Slack is not usable: it does not answer'),
    inTime(tracker, 'the tracker does not answer'),
  ])
  return reasons.filter((reason) => reason !== undefined)
}

/** Why the bot can't work right now. Empty if it can. */
export const unusable = (deps: BotDeps): Promise<readonly string[]> => {
  const asked = deps.api.getUsage({}).then(() => undefined, trackerReason)
  return reasonsOf(deps, asked)
}

export const createHealth = (
  deps: BotDeps,
  tracker: Pick<TrackerStanding, 'reason'>,
  freshMs: number,
): Health => {
  let last: { at: number; reasons: Promise<readonly string[]> } | undefined
  return {
    reasons: () => {
      const now = performance.now()
      if (!last || now - last.at >= freshMs) last = { at: now, reasons: reasonsOf(deps, tracker.reason()) }
      return last.reasons
    },
  }
}
