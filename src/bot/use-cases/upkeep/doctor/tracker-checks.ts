import { ApiProblem, type ProblemKind } from '../../../../contract/problem.ts'
import { jobStates } from '../../../store/upkeep/doctor.ts'
import { lastInboxAt } from '../../../store/events/inbox.ts'
import { quotaStanding } from '../../../store/tracker/quota.ts'
import type { Finding } from '../../../messages/upkeep/doctor.ts'
import { listed } from '../../../messages/kit/words.ts'
import type { BotDeps } from '../../../deps.ts'
import { apiUser, apiUserSeen } from '../../tracker/api-user.ts'
import { nameOf, peopleOf } from '../../tracker/people.ts'
import { age, bad, type Check, good, look } from './check.ts'
import { monthTurns } from '../../tracker/quota.ts'

const remedies: Partial<Record<ProblemKind, string>> = {
  unreachable: 'look whether ONBOARDING_BASE_URL is right and this machine reaches it',
  unknown: 'look whether the tracker is up; what waits goes out when it is',
  unexpected: 'look whether ONBOARDING_BASE_URL is the tracker, and not a page in front of it',
  unauthorized: 'make a new key in the tracker’s settings and set ONBOARDING_API_KEY to it',
  forbidden: 'look whether a proxy removes the Authorization header',
}

const usageOf = async ({ api }: BotDeps): Promise<{ used: number; quota: number } | undefined> => {
  const { used, quota } = await api.getUsage({})
  return used === undefined || quota === undefined ? undefined : { used, quota }
}

const quotaFinding = async (deps: BotDeps, usage: Awaited<ReturnType<typeof usageOf>>): Promise<Finding> => {
  const topic = 'Quota and pace'
  const pace = 'one write a second at most'
  const standing = await quotaStanding(deps.database.sql)
  if (standing) {
    const turns = monthTurns(deps.now())
    return bad(
      topic,
      `the monthly quota is used up since ${age(deps.now() - standing.at)}; nothing is lost, everything waits until ${turns}`,
      'have the quota raised, then press Resume now in /onboard status',
    )
  }
  if (!usage) return good(topic, `the tracker does not tell its quota; ${pace}`)
  const words = `${usage.used.toLocaleString('en-US')} of ${usage.quota.toLocaleString('en-US')} calls this month; ${pace}`
  return usage.used < usage.quota * 0.9
    ? good(topic, words)
    : look(topic, words, 'have the quota raised before it is used up; then everything would wait')
}

const key: Check = {
  topic: 'Tracker key',
  run: async (deps) => {
    try {
      const usage = await usageOf(deps)
      return [good('Tracker key', 'accepted'), await quotaFinding(deps, usage)]
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      if (error.kind === 'quota')
        return [good('Tracker key', 'accepted'), await quotaFinding(deps, undefined)]
      // A tracker without a usage endpoint works all the same.
      if (error.kind === 'not-found')
        return [good('Tracker key', 'accepted'), await quotaFinding(deps, undefined)]
      const remedy = remedies[error.kind] ?? 'run doctor again in a minute'
      return bad('Tracker key', `not usable: ${error.message}`, remedy)
    }
  },
}

const user: Check = {
  topic: 'Tracker user',
  run: async (deps) => {
    const topic = 'Tracker user'
    const { sql } = deps.database
    const [known, seen] = [await apiUser(deps, sql), await apiUserSeen(sql)]
    if (known === undefined)
      return good(topic, 'learnt from the first reply that becomes a comment; none did yet')
    if (seen !== undefined && seen !== known)
      return bad(
        topic,
        'ONBOARDING_API_USER_UUID names another user than the one our comments are made by',
        `set it to ${seen}, or leave it out: it is learnt`,
      )
    const people = await peopleOf(deps, false).catch(() => [])
    const found = people.find(({ uuid }) => uuid === known)
    return good(topic, `comments are made by ${found ? nameOf(found) : `the user ${known}`}`)
  },
}

const quietMs = 7 * 86_400_000

const deliveries: Check = {
  topic: 'Deliveries of the tracker',
  run: async ({ database, now, instance }) => {
    const topic = 'Deliveries of the tracker'
    const last = await lastInboxAt(database.sql)
    const wrong = instance.seen.wrongSecret
    if (last === undefined)
      return look(
        topic,
        wrong > 0 ? `none came; ${wrong} came with another secret and were refused` : 'none came yet',
        wrong > 0
          ? 'the tracker still has the hook of an old ONBOARDING_WEBHOOK_SECRET: remove it there, or set it back'
          : 'change something in the tracker; if nothing comes, see the address and the events below',
      )
    const found = `the last came ${age(now() - last)} ago`
    if (wrong > 0)
      return look(
        topic,
        `${found}; ${wrong} with another secret were refused since the start`,
        'if they are the tracker’s, it has a hook of an old secret too: remove it there',
      )
    return now() - last < quietMs
      ? good(topic, found)
      : look(topic, found, 'if something changed in the tracker since, see the address and the events')
  },
}

const events: Check = {
  topic: 'Events subscribed',
  run: async ({ database, instance }) => {
    const topic = 'Events subscribed'
    if (instance.subscribe === 'off')
      return look(
        topic,
        'ONBOARDING_SUBSCRIBE is off, and the interface lists no subscriptions: nobody can tell from here',
        'look in the tracker whether the hook has every event of comments, tasks, subtasks, modules and projects',
      )
    const jobs = await jobStates(database.sql, 'hook-subscription', instance.hookLane())
    const of = (state: string) => jobs.filter((job) => job.state === state)
    const names = of('aside').map(({ key: name }) => name?.split(':').at(-1) ?? '')
    if (names.length > 0)
      return bad(
        topic,
        `${of('done').length} of ${jobs.length} are; refused: ${listed(names)}`,
        'look at the reason in the log; a Vendor Admin can subscribe the hook by hand',
      )
    if (of('waiting').length > 0)
      return look(
        topic,
        `${of('done').length} of ${jobs.length} are; the rest waits`,
        'run doctor again in a minute; if they still wait, the tracker does not take them',
      )
    return good(topic, `all ${jobs.length} were taken by the tracker, which lists none to compare with`)
  },
}

export const trackerChecks: readonly Check[] = [key, user, deliveries, events]
