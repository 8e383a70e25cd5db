import type { Kysely } from 'kysely'
import { installationOf, laneName, type LaneTables } from './tables.ts'
import {
  insertJobs,
  pushLanes,
  taken,
  writeLanes,
  type IncomingJob,
  type JobRow,
  type LaneRow,
} from './statements.ts'
import { laneToSettle } from './node.ts'
import { endJob, settle, settledAs, type Settled, type Settling } from './settle.ts'
import type { NewJob } from './types.ts'
import { toStorableText } from '../database/engine.ts'

export const incoming = (job: NewJob, now: number, installation: number): IncomingJob => ({
  lane: laneName(installation, job.kind, job.lane),
  installation,
  kind: job.kind,
  uniqueKey: job.uniqueKey === undefined ? null : toStorableText(job.uniqueKey),
  payload: JSON.stringify(job.payload ?? null),
  // Not `now`: if the clock were set back, a job without a delay would wait.
  runAt: job.runAt ?? 0,
  createdAt: now,
})

const byLane = <J extends { readonly lane: string }>(jobs: readonly J[]) =>
  Map.groupBy(jobs, ({ lane }) => lane)

/** A lane with new jobs, and when its head may run. */
export interface Fed {
  readonly lane: string
  readonly kind: string
  readonly runAt: number
  /** Set if this node claimed the lane in the same transaction, so that it need not query the first jobs. */
  readonly claimed?: { readonly token: number; readonly jobs: readonly JobRow[] }
}

/** When the lease of a free lane ends if it is claimed right away. 0 means that it is not claimed. */
export type LeaseFor = (kind: string, lane: string, runAt: number) => number

export const leaseNone: LeaseFor = () => 0

const jobRow = (job: IncomingJob, { seq, run_at }: { seq: number; run_at: number }): JobRow => ({
  seq,
  lane: job.lane,
  payload: job.payload,
  run_at,
  created_at: job.createdAt,
  attempts: 0,
})

/** What one lane got, and its corrected row if the first statement assumed too many new jobs. */
const account = (
  row: LaneRow,
  asked: readonly IncomingJob[],
  got: readonly { seq: number; run_at: number }[],
): { fed?: Fed; wrong?: LaneRow } => {
  const before = row.pending - asked.length
  const claimed = before === 0 && row.run_at === taken
  const kind = asked[0]?.kind ?? ''
  if (got.length === asked.length) {
    const jobs = asked.flatMap((job, at) => (got[at] ? jobRow(job, got[at]) : []))
    return {
      fed: {
        lane: row.lane,
        kind,
        runAt: row.run_at,
        ...(claimed && { claimed: { token: row.token, jobs } }),
      },
    }
  }
  const runAt = before === 0 ? (got[0]?.run_at ?? 0) : row.run_at
  const free = claimed ? { lease_until: 0 } : {}
  return {
    wrong: { ...row, ...free, pending: before + got.length, run_at: runAt },
    ...(got.length > 0 && { fed: { lane: row.lane, kind, runAt } }),
  }
}

const pushOf = (
  lane: string,
  kind: string,
  push: { added: number; token?: number; runAt?: number; leaseUntil?: number },
) => ({ lane, kind, installation: installationOf(lane), token: 0, runAt: 0, leaseUntil: 0, ...push })

/** What `pushJobs` did. `own`: the lane whose job is done, unless another node owns it. */
interface Pushed {
  readonly fed: readonly Fed[]
  readonly own?: LaneRow | undefined
}

/**
 * Takes two statements for any number of jobs, and a third one if some are already known. `done`: a job of another lane
 * that ends with this. Its own row is for the caller to write.
 */
export const pushJobs = async (
  run: Kysely<LaneTables>,
  node: string,
  jobs: readonly IncomingJob[],
  leaseFor: LeaseFor,
  done?: Pick<LaneRow, 'token'>,
): Promise<Pushed> => {
  if (jobs.length === 0) return { fed: [] }
  const own = laneToSettle(node)
  const wanted = byLane(jobs)
  const pushes = [...wanted].map(([lane, asked]) => {
    const { kind = '', runAt = 0 } = asked[0] ?? {}
    const leaseUntil = leaseFor(kind, lane, runAt)
    return pushOf(lane, kind, { added: asked.length, runAt, leaseUntil })
  })
  if (own && !wanted.has(own.lane))
    pushes.push(pushOf(own.lane, own.kind, { added: done ? -1 : 0, token: done?.token ?? 0 }))
  const pushed = await pushLanes(
    run,
    pushes.sort((a, b) => (a.lane < b.lane ? -1 : 1)),
  )
  const rows = pushed.filter(({ lane }) => wanted.has(lane))
  const inserted = byLane(await insertJobs(run, jobs))
  const accounts = rows.map((row) => {
    const got = (inserted.get(row.lane) ?? []).sort((a, b) => a.seq - b.seq)
    return account(row, wanted.get(row.lane) ?? [], got)
  })
  const wrong = accounts.flatMap((one) => one.wrong ?? [])
  await writeLanes(run, wrong)
  return {
    fed: accounts.flatMap(({ fed }) => fed ?? []),
    own: pushed.find(({ lane }) => lane === own?.lane),
  }
}

/** Writes that a job is done, and pushes those that follow from it: both change lanes, in one statement. */
export const finishJob = async (
  run: Kysely<LaneTables>,
  node: string,
  done: Settling,
  next: readonly IncomingJob[],
  leaseFor: LeaseFor,
  now: number,
): Promise<{ settled: Settled | undefined; fed: readonly Fed[] }> => {
  if (next.length === 0 || next.some(({ lane }) => lane === done.lane)) {
    const { fed } = await pushJobs(run, node, next, leaseFor)
    const [settled] = await settle(run, [done], now)
    return { settled, fed }
  }
  const { fed, own } = await pushJobs(run, node, next, leaseFor, done)
  return { settled: own && settledAs(own, !(await endJob(run, done, now))), fed }
}
