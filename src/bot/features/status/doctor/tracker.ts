import { ApiProblem } from '../../../../contract/problem.ts'
import { sql as raw } from 'kysely'
import type { Queries } from '../../../store/database.ts'
import { lastInboxAt } from '../../../store/inbox.ts'
import { age, bad, type Finding, good, look } from '../messages/doctor.ts'
import { count, listed } from '../../../kit/text.ts'
import { dayMs } from '../../../kit/time.ts'
import type { BotDeps } from '../../../deps/deps.ts'
import { apiUser, apiUserSeen, nameOf, peopleOf } from '../../../tracker/people.ts'
import { monthTurns } from '../quota.ts'
import type { Check } from './app.ts'
import { certificateRemedy } from './certificate.ts'

/** Where the tracker is set: by the operator, or by an admin. */
type SetIn = 'environment' | 'Home tab'

interface KeyNeeds extends Pick<BotDeps, 'api' | 'now'> {
  readonly setIn: SetIn
  /** When the quota was used up, if it is. */
  readonly quotaReachedAt: () => number | undefined
}

const otherAddress =
  'check the address on the app’s Home tab; to use another, press Disconnect there, then Connect the tracker'

const keyRemedies: Readonly<Record<string, string | Record<SetIn, string>>> = {
  unreachable: {
    environment: 'check ONBOARDING_BASE_URL, and that this machine can reach it',
    'Home tab': `check that the tracker is up; ${otherAddress}`,
  },
  unknown: 'check that the tracker is up; everything that’s waiting is sent when it is',
  unexpected: {
    environment: 'check that ONBOARDING_BASE_URL is the tracker, and not a page in front of it',
    'Home tab': otherAddress,
  },
  unauthorized: {
    environment: 'create a new key in the tracker’s settings and set ONBOARDING_API_KEY to it',
    'Home tab': 'create a new key in the tracker’s settings, and press Replace key on the app’s Home tab',
  },
  forbidden: 'check whether a proxy removes the Authorization header',
}

const certificate = {
  environment: { whose: 'the tracker’s', address: 'ONBOARDING_BASE_URL' },
  'Home tab': { whose: 'the tracker’s', address: 'its address on the app’s Home tab', isOperator: false },
}

const keyRemedy = ({ kind, message }: ApiProblem, setIn: SetIn): string => {
  const remedy = keyRemedies[kind] ?? 'run the doctor again in a minute'
  const usual = typeof remedy === 'string' ? remedy : remedy[setIn]
  return (kind === 'unreachable' && certificateRemedy(message, certificate[setIn])) || usual
}

const ofQuota = 'Quota and pace'
const pace = 'at most one write a second'

const quotaFinding = ({ quotaReachedAt, now }: KeyNeeds, used?: number, quota?: number): Finding => {
  const reachedAt = quotaReachedAt()
  if (reachedAt !== undefined) {
    const ago = age(now() - reachedAt)
    const waits = `nothing is lost, and everything waits until ${monthTurns(now())}`
    const remedy = 'have the quota raised, then press Resume now in /onboard status'
    return bad(ofQuota, `the monthly quota was used up ${ago} ago; ${waits}`, remedy)
  }
  if (used === undefined || quota === undefined)
    return good(ofQuota, `the tracker doesn’t report its quota; ${pace}`)
  const found = `${used.toLocaleString('en-US')} of ${quota.toLocaleString('en-US')} calls this month; ${pace}`
  return used < quota * 0.9
    ? good(ofQuota, found)
    : look(ofQuota, found, 'have the quota raised; once it’s used up, everything waits')
}

export const key: Check<KeyNeeds> = {
  topic: 'Tracker key',
  run: async (needs) => {
    const accepted = good(key.topic, 'accepted')
    try {
      const { used, quota } = await needs.api.getUsage({})
      return [accepted, quotaFinding(needs, used, quota)]
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      // A tracker without a usage endpoint is reachable all the same.
      if (error.kind === 'quota' || error.kind === 'not-found') return [accepted, quotaFinding(needs)]
      return bad(key.topic, `not working: ${error.message}`, keyRemedy(error, needs.setIn))
    }
  },
}

const setIn = ({ connecting }: Pick<BotDeps, 'connecting'>): SetIn =>
  connecting ? 'Home tab' : 'environment'

const keyOfBot: Check = {
  topic: key.topic,
  run: async ({ tracker, connecting, ...deps }) => {
    if (!tracker)
      return bad(key.topic, 'no tracker is connected yet', 'press Connect the tracker on the app’s Home tab')
    return key.run({
      ...deps,
      setIn: setIn({ connecting }),
      quotaReachedAt: () => tracker.quota?.reachedAt(),
    })
  },
}

const otherUser = 'ONBOARDING_API_USER_UUID isn’t the user who writes the app’s comments'

const user: Check = {
  topic: 'Tracker user',
  run: async (deps) => {
    const { topic } = user
    const { sql } = deps.database
    const [userUuid, seen] = [await apiUser(deps, sql), await apiUserSeen(sql)]
    if (userUuid === undefined) return good(topic, 'not known until the first reply becomes a comment')
    if (seen !== undefined && seen !== userUuid)
      return bad(topic, otherUser, `set it to ${seen}, or leave it out`)
    const people = await peopleOf(deps, false).catch(() => [])
    const found = people.find(({ uuid }) => uuid === userUuid)
    return good(topic, `comments are written as ${found ? nameOf(found) : `the user ${userUuid}`}`)
  },
}

const noDelivery = (rejected: number): Finding =>
  rejected > 0
    ? look(
        deliveries.topic,
        `none; ${count(rejected, 'delivery', 'deliveries')} with another secret rejected`,
        'the tracker still has a hook with an old ONBOARDING_WEBHOOK_SECRET: remove it there, or restore the secret',
      )
    : look(
        deliveries.topic,
        'none yet',
        'change something in the tracker; if nothing arrives, check PUBLIC_URL and Tracker events below',
      )

const quietMs = 7 * dayMs

const lastDelivery = (agoMs: number, rejected: number): Finding => {
  const { topic } = deliveries
  const found = `the last one arrived ${age(agoMs)} ago`
  if (rejected > 0)
    return look(
      topic,
      `${found}; ${rejected} with another secret rejected since the app started`,
      'if they’re from the tracker, it also has a hook with an old secret: remove it there',
    )
  const remedy = 'if something changed in the tracker since then, check PUBLIC_URL and Tracker events'
  return agoMs < quietMs ? good(topic, found) : look(topic, found, remedy)
}

const deliveries: Check = {
  topic: 'Tracker deliveries',
  run: async ({ database, now, instance, connecting }) => {
    const last = await lastInboxAt(database.sql)
    // Counted for the whole process, so they are the operator's.
    const rejected = connecting ? 0 : instance.seen.wrongSecret
    return last === undefined ? noDelivery(rejected) : lastDelivery(now() - last, rejected)
  },
}

const subscribeOff = (topic: string, who: SetIn): Finding => {
  const why =
    who === 'environment' ? 'ONBOARDING_SUBSCRIBE is off' : 'this app’s operator turned subscribing off'
  const found = `${why}, and the tracker can’t list subscriptions, so the app can’t check them`
  const remedy =
    'check in the tracker that the hook has all comment, task, subtask, module and project events'
  return look(topic, found, remedy)
}

const hookJobs = (sql: Queries, lane: string) =>
  sql
    .selectFrom('job')
    .select(['unique_key as key', 'state'])
    .where('kind', '=', 'hook-subscription')
    .where('lane', '=', raw<string>`installation_id || ':' || kind || ':' || ${lane}`)
    .orderBy('seq')
    .execute()

const events: Check = {
  topic: 'Tracker events',
  run: async ({ tracker, connecting }) => {
    const { topic } = events
    if (!tracker) return []
    if (tracker.subscribe === 'off') return subscribeOff(topic, setIn({ connecting }))
    const jobs = await hookJobs(tracker.database.sql, tracker.hookLane())
    const jobsIn = (state: string) => jobs.filter((job) => job.state === state)
    const subscribed = `${jobsIn('done').length} of ${jobs.length} subscribed`
    const refused = jobsIn('aside').map(({ key: name }) => name?.split(':').at(-1) ?? '')
    if (refused.length > 0)
      return bad(
        topic,
        `${subscribed}; rejected: ${listed(refused)}`,
        'see the reason in the app’s log; a Vendor Admin can subscribe the hook by hand',
      )
    if (jobsIn('waiting').length > 0)
      return look(
        topic,
        `${subscribed}; the rest are waiting`,
        'run the doctor again in a minute; if they still wait, the tracker isn’t accepting them',
      )
    return good(topic, `all ${jobs.length} accepted by the tracker, which can’t list them for comparison`)
  },
}

export const trackerChecks: readonly Check[] = [keyOfBot, user, deliveries, events]
