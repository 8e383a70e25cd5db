import { isoMonth } from '../../contract/dates.ts'
import { ApiProblem, quotaPhrase } from '../../contract/problem.ts'
import type { Database, Tx } from '../store/database.ts'
import { groupCommit } from '../../database/group-commit.ts'
import { forgetMinutesBefore, setUsed, usedIn } from '../store/people/usage.ts'
import type { Scope } from '../store/rows.ts'

export interface MeterOptions {
  readonly writesPerMinute: number
  readonly monthlyQuota: number
}

interface Call {
  readonly org: string
  readonly isWrite: boolean
}

type Verdict = 'taken' | 'quota' | 'rate'

/** Counting waits behind a crowd's own work for a connection, as that work does. */
const waitMs = 8_000

const minuteOf = (ms: number) => new Date(ms).toISOString().slice(0, 16)

const meterOne = async (
  scope: Scope,
  { engine }: Database,
  calls: readonly Call[],
  now: number,
  { writesPerMinute, monthlyQuota }: MeterOptions,
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

/**
 * Counts a call against the month and, for a write, the minute; refuses it when either is used up. Kept in
 * the database, so that all nodes share it; calls that arrive together share one transaction.
 */
export const openMeter = (
  database: Database,
  now: () => number,
  options: MeterOptions,
): ((call: Call) => Promise<void>) => {
  const write = async (tx: Tx, calls: readonly Call[]) => {
    const verdicts = new Map<Call, Verdict>()
    // In the order of their names, so that two nodes never wait for each other.
    for (const org of [...new Set(calls.map((call) => call.org))].sort()) {
      const own = calls.filter((call) => call.org === org)
      const results = await meterOne({ sql: tx.sql, org }, database, own, now(), options)
      own.forEach((call, at) => verdicts.set(call, results[at] ?? 'taken'))
    }
    return calls.map((call) => verdicts.get(call) ?? 'taken')
  }
  const count = groupCommit(database, write, { staleMs: waitMs })
  return async (call) => refuse(await count(call))
}
