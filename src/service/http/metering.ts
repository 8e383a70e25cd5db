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

/** Under load, counting waits for a connection as long as the request itself would. */
const waitMs = 8_000

const minuteOf = (ms: number) => new Date(ms).toISOString().slice(0, 16)

/** Of a contact's minute, a form takes as much as this many views. */
const viewsOfForm = 5

/** Each contact has as many forms a minute as the whole organization has writes, or five times as many views. */
const meterContact = async (
  scope: Scope,
  { engine }: Database,
  calls: readonly Call[],
  now: number,
  { writesPerMinute }: Limits,
): Promise<Verdict[]> => {
  const period = `${minuteOf(now)} ${calls[0]?.contact}`
  const before = (await usedIn(scope, engine, [period])).get(period) ?? 0
  let used = before
  const verdicts = calls.map(({ isWrite }): Verdict => {
    const cost = isWrite ? viewsOfForm : 1
    if (used + cost > writesPerMinute * viewsOfForm) return 'rate'
    used += cost
    return 'taken'
  })
  await setUsed(scope, period, used)
  if (before === 0) await forgetMinutesBefore(scope, minuteOf(now))
  return verdicts
}

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
    const callers = Map.groupBy(calls, ({ org, contact = '' }) => `${org} ${contact}`)
    // Sorted, so that two nodes cannot deadlock.
    for (const [, own] of [...callers].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const [{ org, contact } = { org: '', contact: undefined }] = own
      const meter = contact === undefined ? meterOne : meterContact
      const results = await meter({ sql: tx.sql, org }, database, own, now(), options)
      own.forEach((call, at) => verdicts.set(call, results[at] ?? 'taken'))
    }
    return calls.map((call) => verdicts.get(call) ?? 'taken')
  }
  const count = groupCommit(database, write, { staleMs: waitMs })
  return async (call: Call) => refuse(await count(call))
}
