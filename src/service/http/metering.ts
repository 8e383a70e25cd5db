import { isoMonth } from '../../contract/dates.ts'
import { ApiProblem, quotaPhrase } from '../../contract/problem.ts'
import type { Call, Meter } from '../deps.ts'
import type { Database, Tx } from '../store/database.ts'
import { groupCommit } from '../../database/group-commit.ts'
import { forgetMinutesBefore, setUsed, usedIn } from '../store/people/usage.ts'
import type { Scope } from '../store/rows.ts'

interface Limits {
  readonly writesPerMinute: number
  readonly monthlyQuota: number
}

type Verdict = 'taken' | 'quota' | 'rate'

interface Counted extends Call {
  readonly at: number
  readonly isBack?: true
}

/** Under load, counting waits for a connection as long as the request itself would. */
const waitMs = 8_000

const minuteOf = (ms: number) => new Date(ms).toISOString().slice(0, 16)

/** Of a person's minute, a form takes as much as this many views. */
const viewsOfForm = 5

/** The periods that a call counts in. A person's own minute has their uuid, too. */
const periodsOf = ({ at, isWrite, person, isContact }: Counted) => ({
  own: person === undefined ? undefined : `${minuteOf(at)} ${person}`,
  month: isContact ? undefined : isoMonth(at),
  writes: isWrite && !isContact ? minuteOf(at) : undefined,
})

/**
 * Each person has as many forms a minute on the pages as the whole organization has writes, or five times as many
 * views.
 */
const meterOne = async (
  scope: Scope,
  { engine }: Database,
  calls: readonly Counted[],
  { writesPerMinute, monthlyQuota }: Limits,
): Promise<Verdict[]> => {
  const periods = new Set(calls.flatMap((call) => Object.values(periodsOf(call))))
  const before = await usedIn(
    scope,
    engine,
    [...periods].filter((period) => period !== undefined),
  )
  const used = new Map(before)
  const fits = (period: string | undefined, cost: number, most: number) =>
    period === undefined || (used.get(period) ?? 0) + cost <= most
  const add = (period: string | undefined, cost: number) =>
    period !== undefined && used.set(period, Math.max(0, (used.get(period) ?? 0) + cost))
  const verdicts = calls.map((call): Verdict => {
    const { own, month, writes } = periodsOf(call)
    const ofTeam = (cost: number) => [month, writes].forEach((period) => add(period, cost))
    const cost = call.isWrite ? viewsOfForm : 1
    if (call.isBack) ofTeam(-1)
    else if (!fits(own, cost, writesPerMinute * viewsOfForm)) return 'rate'
    else if (!fits(month, 1, monthlyQuota)) return 'quota'
    else if (!fits(writes, 1, writesPerMinute)) return 'rate'
    else {
      add(own, cost)
      ofTeam(1)
    }
    return 'taken'
  })
  for (const [period, count] of used) if (count !== before.get(period)) await setUsed(scope, period, count)
  const isNewMinute = [...before].some(([period, count]) => period.includes('T') && count === 0)
  const [latest] = calls.map(({ at }) => at).sort((one, other) => other - one)
  if (isNewMinute && latest !== undefined) await forgetMinutesBefore(scope, minuteOf(latest))
  return verdicts
}

const refuse = (verdict: Verdict) => {
  if (verdict === 'quota') {
    const detail = `${quotaPhrase} reached: this month's quota is used up.`
    throw new ApiProblem('quota', detail, { status: 429 })
  }
  if (verdict === 'rate') {
    throw new ApiProblem('rate-limited', 'Too many requests. Try again in about a minute.', { status: 429 })
  }
}

/** Counts in the database, so for all nodes. Calls that arrive together share one transaction. */
export const openMeter = (database: Database, now: () => number, options: Limits): Meter => {
  const write = async (tx: Tx, calls: readonly Counted[]) => {
    const verdicts = new Map<Counted, Verdict>()
    // Sorted, so that two nodes cannot deadlock.
    for (const [org, own] of [...Map.groupBy(calls, ({ org }) => org)].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const results = await meterOne({ sql: tx.sql, org }, database, own, options)
      own.forEach((call, at) => verdicts.set(call, results[at] ?? 'taken'))
    }
    return calls.map((call) => verdicts.get(call) ?? 'taken')
  }
  const count = groupCommit(database, write, { staleMs: waitMs })
  return async (call) => {
    const counted = { ...call, at: now() }
    refuse(await count(counted))
    return async () => void (await count({ ...counted, isBack: true }))
  }
}
