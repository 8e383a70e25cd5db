import type { FastifyRequest } from 'fastify'
import { ApiProblem, quotaPhrase } from '../../contract/problem.ts'
import {
  keyByHash,
  sessionByHash,
  forgetPeriodsBefore,
  readUsed,
  setUsed,
  usedIn,
} from '../store/organizations.ts'
import { type Acting, actingAs, type Deps, type Call, type Meter } from '../acting.ts'
import { hashOf } from '../../contract/text.ts'
import { isoMonth } from '../../contract/dates.ts'
import type { Database, Tx } from '../store/database.ts'
import { groupCommit } from '../../database/group-commit.ts'
import type { Scope } from '../store/rows.ts'

const bearer = /^Bearer(?:\s+(.*))?$/i

/** Throws 403 without a bearer header, 401 for an invalid key or session. Also counts calls to unknown paths. */
export const admit = async (deps: Deps, request: FastifyRequest, isWrite = false): Promise<Acting> => {
  const match = bearer.exec(request.headers.authorization ?? '')
  if (!match) throw new ApiProblem('forbidden', 'Not authenticated', { status: 403 })
  const { sql } = deps.database
  const hash = hashOf((match[1] ?? '').trim())
  const owner = (await keyByHash(sql, hash)) ?? (await sessionByHash(sql, hash, deps.now()))
  if (!owner) throw new ApiProblem('unauthorized', 'Invalid API key.', { status: 401 })
  await deps.meter({ org: owner.org, isWrite })
  request.isKnown = true
  return actingAs(deps, { org: owner.org, personUuid: owner.personUuid, byKey: true })
}

interface Limits {
  readonly writesPerMinute: number
  readonly monthlyQuota: number
}

const refusals = {
  quota: `${quotaPhrase} reached: this month's quota is used up.`,
  'rate-limited': 'Too many requests. Try again in about a minute.',
} as const
type Refusal = keyof typeof refusals
/** Undefined for a call that is counted and goes on. */
type Verdict = Refusal | undefined

interface TimedCall extends Call {
  readonly at: number
}

/** Under load, counting waits for a connection as long as the request itself would. */
const waitMs = 8_000

const minuteOf = (ms: number) => new Date(ms).toISOString().slice(0, 16)

/** A form counts as this many views in a person's minute. */
const viewsOfForm = 5

interface Count {
  readonly period: string
  readonly cost: number
  readonly most: number
  readonly refusal: Refusal
}

/** On the pages, each person has as many forms a minute as the organization has writes. */
const countsOf = (
  { at, isWrite, person }: TimedCall,
  { writesPerMinute, monthlyQuota }: Limits,
): readonly Count[] => {
  const minute = minuteOf(at)
  if (person !== undefined) {
    const cost = isWrite ? viewsOfForm : 1
    const most = writesPerMinute * viewsOfForm
    return [{ period: `${minute} ${person}`, cost, most, refusal: 'rate-limited' }]
  }
  const month: Count = { period: isoMonth(at), cost: 1, most: monthlyQuota, refusal: 'quota' }
  const writes: Count = { period: minute, cost: 1, most: writesPerMinute, refusal: 'rate-limited' }
  return isWrite ? [month, writes] : [month]
}

const meterCalls = async (
  scope: Scope,
  { engine }: Database,
  calls: readonly TimedCall[],
  limits: Limits,
) => {
  const counted = calls.map((call) => countsOf(call, limits))
  const periods = new Set(counted.flat().map(({ period }) => period))
  const before = await usedIn(scope, engine, [...periods])
  const used = new Map(before)
  const after = ({ period, cost }: Count) => (used.get(period) ?? 0) + cost
  const verdicts = counted.map((counts): Verdict => {
    const over = counts.find((one) => after(one) > one.most)
    if (over) return over.refusal
    for (const one of counts) used.set(one.period, after(one))
    return undefined
  })
  for (const [period, count] of used) if (count !== before.get(period)) await setUsed(scope, period, count)
  const isNewMinute = [...before].some(([period, count]) => period.includes('T') && count === 0)
  const [latest] = calls.map(({ at }) => at).sort((one, other) => other - one)
  if (isNewMinute && latest !== undefined) await forgetPeriodsBefore(scope, '____-__-__T%', minuteOf(latest))
  return verdicts
}

/** Counts in the database, for all nodes together. Calls that arrive together share one transaction. */
export const openMeter = (database: Database, now: () => number, options: Limits): Meter => {
  const write = async (tx: Tx, calls: readonly TimedCall[]) => {
    const verdicts = new Map<TimedCall, Verdict>()
    // Sorted, so that two nodes cannot deadlock.
    for (const [org, own] of [...Map.groupBy(calls, ({ org }) => org)].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const results = await meterCalls({ sql: tx.sql, org }, database, own, options)
      own.forEach((call, at) => verdicts.set(call, results[at]))
    }
    return calls.map((call) => verdicts.get(call))
  }
  const count = groupCommit(database, write, { staleMs: waitMs })
  return async (call) => {
    const kind = await count({ ...call, at: now() })
    if (kind) throw new ApiProblem(kind, refusals[kind], { status: 429 })
  }
}

export const getUsage = async (acting: Acting) => {
  const month = isoMonth(acting.deps.now())
  const used = await readUsed(acting, month)
  const quota = acting.deps.monthlyQuota
  return { month, used, quota, remaining: Math.max(0, quota - used) }
}
