import type { Kysely } from 'kysely'
import type { Engine } from '../database/engine.ts'
import type { LaneTables } from './tables.ts'
import {
  insertJobs,
  pushLanes,
  taken,
  writeLanes,
  type IncomingJob,
  type JobRow,
  type LaneRow,
} from './statements.ts'
import { laneToSettle } from './own-lane.ts'
import type { NewJob } from './types.ts'
import { storable } from '../database/storable.ts'

export const laneName = (kind: string, lane: string): string => storable(`${kind}:${lane}`)

export const incoming = (job: NewJob, now: number): IncomingJob => ({
  lane: laneName(job.kind, job.lane),
  kind: job.kind,
  uniqueKey: job.uniqueKey === undefined ? null : storable(job.uniqueKey),
  payload: JSON.stringify(job.payload ?? null),
  // Not `now`: after a clock jumped back, a job without a delay would wait.
  runAt: job.runAt ?? 0,
  createdAt: now,
})

const byLane = <J extends { readonly lane: string }>(jobs: readonly J[]): Map<string, J[]> => {
  const lanes = new Map<string, J[]>()
  for (const job of jobs) {
    const known = lanes.get(job.lane)
    if (known) known.push(job)
    else lanes.set(job.lane, [job])
  }
  return lanes
}

/** A lane with new jobs, and when its head may run. */
export interface Fed {
  readonly lane: string
  readonly kind: string
  readonly runAt: number
  /** Set when this node claimed the lane in the same transaction, so that its first jobs need no query. */
  readonly claimed?: { readonly token: number; readonly jobs: readonly JobRow[] }
}

/** The end of a lease for a free lane that is claimed at once; 0: do not claim. */
export type LeaseFor = (kind: string, lane: string, runAt: number) => number

export const leaseNone: LeaseFor = () => 0

const jobRow = (job: IncomingJob, { seq, run_at }: { seq: number; run_at: number }): JobRow => ({
  seq,
  lane: job.lane,
  payload: job.payload,
  run_at,
  created_at: job.createdAt,
})

/** How one lane was fed, and its corrected row when the first statement guessed wrong. */
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

/** Two statements for any number of jobs; a third when some were known already. */
export const pushJobs = async (
  run: Kysely<LaneTables>,
  engine: Engine,
  node: string,
  jobs: readonly IncomingJob[],
  leaseFor: LeaseFor,
): Promise<Fed[]> => {
  if (jobs.length === 0) return []
  const own = laneToSettle(node)
  const wanted = byLane(jobs)
  const lanes = [...wanted]
    .map(([lane, asked]) => {
      const kind = asked[0]?.kind ?? ''
      const runAt = asked[0]?.runAt ?? 0
      return { lane, kind, added: asked.length, runAt, leaseUntil: leaseFor(kind, lane, runAt) }
    })
    .concat(
      own && !wanted.has(own.lane)
        ? { lane: own.lane, kind: own.kind, added: 0, runAt: 0, leaseUntil: 0 }
        : [],
    )
    .sort((a, b) => (a.lane < b.lane ? -1 : 1))
  const pushed = await pushLanes(run, engine, lanes)
  const rows = pushed.filter(({ lane }) => wanted.has(lane))
  const inserted = byLane(await insertJobs(run, engine, jobs))
  const accounts = rows.map((row) =>
    account(
      row,
      wanted.get(row.lane) ?? [],
      (inserted.get(row.lane) ?? []).sort((a, b) => a.seq - b.seq),
    ),
  )
  await writeLanes(
    run,
    engine,
    accounts.flatMap(({ wrong }) => wrong ?? []),
  )
  return accounts.flatMap(({ fed }) => fed ?? [])
}
