import { ApiProblem, type ProblemKind } from '../../../contract/problem.ts'
import { hideSecrets } from '../../../log.ts'
import { writeSetting } from '../../store/settings.ts'
import type { BotDeps } from '../../deps.ts'
import { scopes } from '../../slack/scopes.ts'

export interface Health {
  /** Why the bot cannot do its work now, in words; empty when it can. Looked at again after 15 s at the earliest. */
  reasons(): Promise<readonly string[]>
}

const freshMs = 15_000

/** What makes the tracker unusable. A tracker that knows no `/v1/usage` still answered. */
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
    // Installed again since.
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

/** A full disk and a database that only reads answer every question, so one small row is written. */
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

/** Why the bot cannot do its work, looked at now; empty when it can. */
export const unusable = async (deps: BotDeps): Promise<readonly string[]> => {
  const reasons = await Promise.all([checkStore(deps), checkSlack(deps), checkTracker(deps)])
  return reasons.filter((reason) => reason !== undefined)
}

export const createHealth = (deps: BotDeps): Health => {
  let last: { at: number; reasons: Promise<readonly string[]> } | undefined
  return {
    reasons: () => {
      // Either way: a clock that is put back must not keep an old finding.
      if (!last || Math.abs(deps.now() - last.at) > freshMs)
        last = { at: deps.now(), reasons: unusable(deps) }
      return last.reasons
    },
  }
}
