import { ApiProblem, type ProblemKind } from '../../../contract/problem.ts'
import { hideSecrets } from '../../../log.ts'
import { writeSetting } from '../../store/settings.ts'
import type { BotDeps } from '../../deps.ts'
import { scopes } from '../../slack/scopes.ts'

export interface Health {
  /** Why the bot cannot work now, in words. Empty if it can. Cached for 15 s. */
  reasons(): Promise<readonly string[]>
}

const freshMs = 15_000

/** Problems that make the tracker unusable. Others, such as a missing `/v1/usage`, do not. */
const trackerReasons: Partial<Record<ProblemKind, string>> = {
  unreachable: 'the tracker can’t be reached',
  unknown: 'the tracker isn’t responding',
  unexpected: 'ONBOARDING_BASE_URL isn’t the tracker’s address',
  unauthorized: 'the tracker rejected ONBOARDING_API_KEY: it is unknown or deactivated',
  forbidden: 'the tracker rejected the app’s authorization',
  quota: "the tracker's monthly quota is reached: writing waits",
}

const checkTracker = async ({ api }: Pick<BotDeps, 'api'>): Promise<string | undefined> => {
  try {
    await api.getUsage({})
    return undefined
  } catch (error) {
    return error instanceof ApiProblem ? trackerReasons[error.kind] : 'the tracker isn’t responding'
  }
}

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

/** Why the bot cannot work, without the cache. Empty if it can. */
export const unusable = async (deps: BotDeps): Promise<readonly string[]> => {
  const reasons = await Promise.all([checkStore(deps), checkSlack(deps), checkTracker(deps)])
  return reasons.filter((reason) => reason !== undefined)
}

export const createHealth = (deps: BotDeps): Health => {
  let last: { at: number; reasons: Promise<readonly string[]> } | undefined
  return {
    reasons: () => {
      // Absolute difference, because a clock that was set back must not keep an old result.
      if (!last || Math.abs(deps.now() - last.at) > freshMs)
        last = { at: deps.now(), reasons: unusable(deps) }
      return last.reasons
    },
  }
}
