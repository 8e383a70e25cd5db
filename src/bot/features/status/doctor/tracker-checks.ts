import { ApiProblem } from '../../../../contract/problem.ts'
import { jobStates } from '../store/doctor.ts'
import { lastInboxAt } from '../../../store/inbox.ts'
import type { Finding } from './messages/doctor.ts'
import * as say from './messages/tracker-findings.ts'
import type { BotDeps } from '../../../deps/deps.ts'
import { apiUser, apiUserSeen, nameOf, peopleOf } from '../../../tracker/people.ts'
import { monthTurns } from '../quota.ts'
import type { Check } from './own-checks.ts'

interface KeyNeeds extends Pick<BotDeps, 'api' | 'now'> {
  readonly setIn: say.SetIn
  /** When the quota was used up, if it is. */
  readonly quotaReachedAt: () => number | undefined
}

const quotaFinding = ({ quotaReachedAt, now }: KeyNeeds, used?: number, quota?: number): Finding => {
  const reachedAt = quotaReachedAt()
  if (reachedAt !== undefined) return say.quotaUsedUp(now() - reachedAt, monthTurns(now()))
  return used === undefined || quota === undefined ? say.quotaUnknown() : say.quotaUsed(used, quota)
}

export const key: Check<KeyNeeds> = {
  topic: say.key,
  run: async (needs) => {
    try {
      const { used, quota } = await needs.api.getUsage({})
      return [say.keyAccepted(), quotaFinding(needs, used, quota)]
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      // A tracker without a usage endpoint is reachable all the same.
      if (error.kind === 'quota' || error.kind === 'not-found')
        return [say.keyAccepted(), quotaFinding(needs)]
      return say.keyFailed(error.message, error.kind, needs.setIn)
    }
  },
}

const setIn = ({ connecting }: Pick<BotDeps, 'connecting'>): say.SetIn =>
  connecting ? 'Home tab' : 'environment'

const keyOfBot: Check = {
  topic: say.key,
  run: async ({ tracker, connecting, ...deps }) => {
    if (!tracker) return say.notConnected()
    return key.run({
      ...deps,
      setIn: setIn({ connecting }),
      quotaReachedAt: () => tracker.quota?.reachedAt(),
    })
  },
}

const user: Check = {
  topic: say.user,
  run: async (deps) => {
    const { sql } = deps.database
    const [known, seen] = [await apiUser(deps, sql), await apiUserSeen(sql)]
    if (known === undefined) return say.userUnknown()
    if (seen !== undefined && seen !== known) return say.userDiffers(seen)
    const people = await peopleOf(deps, false).catch(() => [])
    const found = people.find(({ uuid }) => uuid === known)
    return say.userKnown(found ? nameOf(found) : `the user ${known}`)
  },
}

const deliveries: Check = {
  topic: say.deliveries,
  run: async ({ database, now, instance, connecting }) => {
    const last = await lastInboxAt(database.sql)
    // Counted for the whole process, so they are the operator's.
    const wrong = connecting ? 0 : instance.seen.wrongSecret
    return last === undefined ? say.noDelivery(wrong) : say.lastDelivery(now() - last, wrong)
  },
}

const events: Check = {
  topic: say.events,
  run: async ({ tracker, connecting }) => {
    if (!tracker) return []
    if (tracker.subscribe === 'off') return say.subscribeOff(setIn({ connecting }))
    const jobs = await jobStates(tracker.database.sql, 'hook-subscription', tracker.hookLane())
    const of = (state: string) => jobs.filter((job) => job.state === state)
    const refused = of('aside').map(({ key: name }) => name?.split(':').at(-1) ?? '')
    if (refused.length > 0) return say.eventsRefused(of('done').length, jobs.length, refused)
    if (of('waiting').length > 0) return say.eventsWaiting(of('done').length, jobs.length)
    return say.eventsSubscribed(jobs.length)
  },
}

export const trackerChecks: readonly Check[] = [keyOfBot, user, deliveries, events]
