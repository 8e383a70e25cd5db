import { isoMonth } from '../../contract/dates.ts'
import { ApiProblem, quotaPhrase } from '../../contract/problem.ts'
import type { Meter } from '../deps.ts'
import type { Database, Tx } from '../store/database.ts'
import { groupCommit } from '../../database/group-commit.ts'
import { forgetMinutesBefore, setUsed, usedIn } from '../store/people/usage.ts'
import type { Scope } from '../store/rows.ts'

interface Limits {
  readonly writesPerMinute: number
  readonly monthlyQuota: number
}

type Call = Parameters<Meter>[0]
type Verdict = 'taken' | 'quota' | 'rate'

/** Under load, counting waits for a connection as long as the request itself would. */
const waitMs = 8_000

const minuteOf = (ms: number) => new Date(ms).toISOString().slice(0, 16)

const meterOne = async (
  scope: Scope,
  { engine }: Database,
  calls: readonly Call[],
  now: number,
  { writesPerMinute, monthlyQuota }: Limits,
): Promise<Verdict[]> => {
  const [month, minute] = [isoMonth(now), minuteOf(now)]
  const before = await usedIn(scope, engine, [month, minute])
  let used = before.get(month) ?? 0
  let writes = before.get(minute) ?? 0
  const verdicts = calls.map(({ isWrite }): Verdict => {
    if (used >= monthlyQuota) return 'quota'
    if (isWrite && writes >= writesPerMinute) return 'rate'
    used += 1
    if (isWrite) writes += 1
    return 'taken'
  })
  await setUsed(scope, month, used)
  await setUsed(scope, minute, writes)
  if (before.get(minute) === 0) await forgetMinutesBefore(scope, minute)
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
  const write = async (tx: Tx, calls: readonly Call[]) => {
    const verdicts = new Map<Call, Verdict>()
    // Sorted, so that two nodes cannot deadlock.
    for (const org of [...new Set(calls.map((call) => call.org))].sort()) {
      const own = calls.filter((call) => call.org === org)
      const results = await meterOne({ sql: tx.sql, org }, database, own, now(), options)
      own.forEach((call, at) => verdicts.set(call, results[at] ?? 'taken'))
    }
    return calls.map((call) => verdicts.get(call) ?? 'taken')
  }
  const count = groupCommit(database, write, { staleMs: waitMs })
  return async (call: Call) => refuse(await count(call))
}
