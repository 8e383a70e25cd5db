import { setTimeout as sleep } from 'node:timers/promises'
import type { Tx } from '../database/database.ts'
import { installationOf, nameIn, type LaneTables } from './tables.ts'
import { inOwnLane, type Held, type Node } from './node.ts'
import { settle, type Outcome, type Settled, type Settling } from './settle.ts'
import type { JobRow } from './statements.ts'
import { GiveUp, LeaseLost, RetryLater, type JobRun, type LaneKind, type NewJob } from './types.ts'
import { toStorableText } from '../database/engine.ts'
import { withTrace } from '../log.ts'

interface Claim {
  readonly kindName: string
  readonly kind: LaneKind
  readonly held: Held
  readonly jobs: readonly JobRow[]
  readonly attempts: number
}

const reasonOf = (error: unknown) => {
  const text = error instanceof Error ? error.message || error.name : String(error)
  return toStorableText(text).slice(0, 2_000)
}

const payloadOf = ({ payload }: LaneKind, row: JobRow): unknown => {
  const stored = JSON.parse(row.payload) as unknown
  try {
    return payload ? payload.parse(stored) : stored
  } catch (cause) {
    throw new GiveUp(`the payload does not match the kind of the job: ${reasonOf(cause)}`, { cause })
  }
}

/** A longer wait is asked for again. SQLite can't read a time that is too far away, and the lane would stop. */
const longestWaitMs = 86_400_000

const waiting = (node: Node, reason: string, attempts: number, ms: number) => {
  const since = node.now()
  // Columns hold whole milliseconds.
  return {
    is: 'again' as const,
    reason,
    attempts,
    runAt: since + Math.ceil(Math.min(ms, longestWaitMs)),
    since,
  }
}

/** 0.8 to 1.2 times the delay, so that lanes that failed together do not retry together. */
const jittered = (delay: number, { random, retryFactor }: Node) =>
  Math.round(delay * retryFactor * (0.8 + 0.4 * random()))

const afterError = (node: Node, { kind, held }: Claim, attempt: number, error: unknown): Outcome => {
  const reason = node.redact(reasonOf(error))
  if (error instanceof RetryLater) {
    const payload = error.payload === undefined ? undefined : JSON.stringify(error.payload)
    return { ...waiting(node, reason, attempt - 1, error.afterMs), payload }
  }
  if (error instanceof GiveUp) return { is: 'aside', reason }
  // The process is closing. The job runs again right after the next start.
  if (held.controller.signal.aborted) return { is: 'again', reason, attempts: attempt, runAt: 0, since: 0 }
  const delay = kind.backoff[attempt - 1]
  if (delay !== undefined) return waiting(node, reason, attempt, jittered(delay, node))
  return { is: 'aside', reason }
}

const outcomeOf = (outcome: Outcome, error: unknown, isStopped: boolean): JobRun['outcome'] => {
  if (outcome.is === 'done' || outcome.is === 'aside') return outcome.is
  if (error instanceof RetryLater) return 'waits'
  return isStopped ? 'stopped' : 'failed'
}

/** `startedAt` is by the clock of `performance`, which cannot be set back. */
const report = (
  node: Node,
  claim: Claim,
  row: JobRow,
  startedAt: number,
  outcome: Outcome,
  error: unknown,
) => {
  const ms = performance.now() - startedAt
  const isOver = outcome.is === 'done' || outcome.is === 'aside'
  node.onRun({
    kind: claim.kindName,
    outcome: outcomeOf(outcome, error, claim.held.controller.signal.aborted),
    ms,
    waitedMs: isOver ? node.now() - ms - Math.max(row.created_at, row.run_at) : undefined,
  })
}

const aboutOf = ({ kindName, held }: Claim, { seq }: JobRow) => ({
  seq,
  installation: installationOf(held.lane),
  kind: kindName,
  lane: nameIn(held.lane, kindName),
})

/** `settled` is set if the handler committed the result itself. */
const attemptJob = async (node: Node, claim: Claim, row: JobRow, attempt: number) => {
  const { kindName, kind, held } = claim
  let settled: Settled | undefined
  const done = async (tx: Tx<LaneTables>, next: readonly NewJob[] = []) => {
    const job = { seq: row.seq, attempt }
    const item = { ...held, job, outcome: { is: 'done' }, release: false } as const
    const result = await node.finish(tx, item, next)
    if (!result || result.lost) throw new LeaseLost(`another node owns ${held.lane}`)
    if (result.wasOver) throw new LeaseLost(`the job ${row.seq} of ${held.lane} is over`)
    tx.afterCommit(() => (settled = result))
  }
  const about = aboutOf(claim, row)
  const startedAt = performance.now()
  let payload: unknown
  let outcome: Outcome = { is: 'done' }
  let failure: unknown
  try {
    payload = payloadOf(kind, row)
    const { signal } = held.controller
    const job = { ...about, payload, attempt, createdAt: row.created_at, signal, done }
    await inOwnLane({ node: node.id, lane: held.lane, kind: kindName }, () => kind.work(job))
  } catch (error) {
    if (!(error instanceof RetryLater)) node.onError(error, { ...about, payload })
    outcome = afterError(node, claim, attempt, error)
    failure = error
  }
  report(node, claim, row, startedAt, outcome, failure)
  return { settled, outcome }
}

/** Undefined for a job whose payload does not match its kind: nobody waits to hear of it. */
const payloadIfReadable = (kind: LaneKind, row: JobRow) => {
  try {
    return { payload: payloadOf(kind, row) }
  } catch {
    return undefined
  }
}

const setAside = (node: Node, claim: Claim, row: JobRow, item: Settling, reason: string) =>
  node.database.transaction(async (tx) => {
    const [result] = await settle(tx.sql, [item], node.now())
    const read = payloadIfReadable(claim.kind, row)
    if (result?.lost === false && read)
      await claim.kind.onGivenUp?.(tx, { ...aboutOf(claim, row), ...read }, reason)
    return result
  })

/**
 * How often a process ended while it ran the lane's first job, with the waits that followed. A claim counts an
 * interruption on the lane alone; a result is written on both.
 */
const endsOf = ({ attempts }: Claim, first: JobRow): number => attempts - first.attempts

/**
 * A job that ends its process would end it again after every restart, and with it the work of everybody. But one that
 * only ran whenever the process was killed must not be lost. So after the second and the third end it waits, while the
 * process does other work. Each wait counts as an end, and so isn't repeated.
 */
const waitsAtEnds: readonly number[] = [2, 4]
const waitMs = 10_000
const mostEnds = 6

const deadly = { is: 'aside', reason: 'the process ended each time while this job ran' } as const

const insist = async (node: Node, writing: (tries: number) => Promise<Settled | undefined>) => {
  for (let tries = 0; ; tries += 1) {
    try {
      return await writing(tries)
    } catch (error) {
      if (tries === 0) node.onError(error, undefined)
      if (node.closing()) return undefined
      await sleep(Math.min(50 * 2 ** tries, 1_000))
    }
  }
}

const write = (node: Node, claim: Claim, row: JobRow, attempt: number, outcome: Outcome, last: boolean) => {
  const job = { seq: row.seq, attempt }
  const settling = (outcome: Outcome, release: boolean): Settling => ({
    lane: claim.held.lane,
    token: claim.held.token,
    outcome,
    job,
    release,
  })
  return insist(node, (tries) => {
    if (outcome.is !== 'aside' || !claim.kind.onGivenUp)
      return node.settle(settling(outcome, last || outcome.is === 'again'))
    const aside = settling(outcome, last)
    if (tries < 3)
      return withTrace(row.trace ?? undefined, () => setAside(node, claim, row, aside, outcome.reason))
    // `onGivenUp` failed, and no job is set aside without it.
    const later = waiting(node, outcome.reason, attempt - 1, 5_000)
    return node.settle(settling(later, true))
  })
}

/** Then a claim is given back: another lane may need its place, and another turn may be the next in this one. */
const longestClaimMs = 1_000

/**
 * Runs a claimed lane's jobs one after the other. Each is settled before the next one starts. After the last job,
 * `more` looks for jobs that came meanwhile; if there are none, the lane is released. Returns how the lane was left,
 * or undefined if it was lost or nothing could be written.
 */
export const runLane = async (
  node: Node,
  claim: Claim,
  more: (after: number) => Promise<readonly JobRow[]>,
): Promise<Settled | undefined> => {
  const { held } = claim
  const giveBack = (): Promise<Settled | undefined> =>
    insist(node, () => node.settle({ ...held, outcome: { is: 'release' }, release: true }))
  const putOff = (): Promise<Settled | undefined> => {
    const outcome = waiting(node, deadly.reason, claim.attempts + 1, jittered(waitMs, node))
    return insist(node, () => node.settle({ ...held, outcome, release: true }))
  }
  const until = node.now() + longestClaimMs
  const isOver = () => node.closing() || node.now() > until
  let { attempts } = claim
  let jobs = [...claim.jobs]
  for (;;) {
    const row = jobs.shift()
    // No job can run now. The release writes when the lane is due.
    if (!row || node.closing() || row.run_at > node.now()) return giveBack()
    const ends = row === claim.jobs[0] ? endsOf(claim, row) : 0
    if (waitsAtEnds.includes(ends)) return putOff()
    const attempt = attempts + 1
    const { settled, outcome } =
      ends >= mostEnds
        ? { settled: undefined, outcome: deadly }
        : await withTrace(row.trace ?? undefined, () => attemptJob(node, claim, row, attempt))
    const isDone = settled !== undefined || outcome.is === 'done'
    if (jobs.length === 0 && !isOver() && isDone && !settled?.free) jobs = [...(await more(row.seq))]
    const last = jobs.length === 0 || isOver()
    const result = settled ?? (await write(node, claim, row, attempt, outcome, last))
    if (!result || result.lost) return undefined
    // Released after its last job, or to wait. Another node may have it by now.
    if (result.free) return result
    if (last) return giveBack()
    attempts = 0
  }
}
