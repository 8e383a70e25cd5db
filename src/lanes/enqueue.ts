import { installationOf, laneName } from './tables.ts'
import {
  insertJobs,
  waitingRanks,
  pushLanes,
  claimedRunAt,
  writeLanes,
  type IncomingJob,
  type JobRow,
  type LanePush,
  type LaneRow,
  type Run,
} from './statements.ts'
import { laneToSettle } from './node.ts'
import { endJob, settle, settledAs, type Settled, type Settling } from './settle.ts'
import type { NewJob } from './types.ts'
import { toStorableText } from '../database/engine.ts'
import { currentTrace } from '../log.ts'

export const incoming = (job: NewJob, now: number, installation: number): IncomingJob => ({
  lane: laneName(installation, job.kind, job.lane),
  installation_id: installation,
  kind: job.kind,
  unique_key: job.uniqueKey === undefined ? null : toStorableText(job.uniqueKey),
  payload: JSON.stringify(job.payload ?? null),
  // Not `now`: if the clock were set back, a job without a delay would wait.
  run_at: job.runAt ?? 0,
  created_at: now,
  turn: job.turns ? toStorableText(job.turns.turn) : null,
  thread: job.turns ? toStorableText(job.turns.thread) : null,
  rank: 0,
  trace: (job.trace === 'inherited' ? currentTrace() : job.trace) ?? null,
})

const byLane = <J extends { readonly lane: string }>(jobs: readonly J[]) =>
  Map.groupBy(jobs, ({ lane }) => lane)

/** A lane with new jobs. */
export interface Fed {
  readonly lane: string
  readonly kind: string
  /** When its first job may run. */
  readonly runAt: number
  /** Set if this node claimed the lane in the same transaction, so that it need not query the first jobs. */
  readonly claimed?: { readonly token: number; readonly jobs: readonly JobRow[] }
}

/** When the lease of a free lane ends if it is claimed right away. 0 means that it is not claimed. */
export type LeaseFor = (kind: string, lane: string, runAt: number) => number

/** `wrong`: the lane's corrected row, if the first statement assumed too many new jobs. */
const account = (
  row: LaneRow,
  pushed: readonly IncomingJob[],
  inserted: readonly { seq: number; run_at: number }[],
): { fed?: Fed; wrong?: LaneRow } => {
  const before = row.pending - pushed.length
  const claimed = before === 0 && row.run_at === claimedRunAt
  const kind = pushed[0]?.kind ?? ''
  if (inserted.length === pushed.length) {
    const jobs = pushed
      .flatMap((job, at) => (inserted[at] ? { ...job, ...inserted[at], attempts: 0 } : []))
      .sort((a, b) => a.rank - b.rank)
    return {
      fed: {
        lane: row.lane,
        kind,
        runAt: row.run_at,
        ...(claimed && { claimed: { token: row.token, jobs } }),
      },
    }
  }
  const runAt = before === 0 ? (inserted[0]?.run_at ?? 0) : row.run_at
  const free = claimed ? { lease_until: 0 } : {}
  return {
    wrong: { ...row, ...free, pending: before + inserted.length, run_at: runAt },
    ...(inserted.length > 0 && { fed: { lane: row.lane, kind, runAt } }),
  }
}

/**
 * Ranks jobs that take turns, once their lanes' rows are locked. Each comes after the last one of its turn and of its
 * thread, and after the lane's first job: so that one always stays the first, and every round of turns ends.
 */
const ranked = async (
  run: Run,
  jobs: readonly IncomingJob[],
  hasWaiting: (lane: string) => boolean,
): Promise<readonly IncomingJob[]> => {
  const before = new Map<string, number>()
  const behind = jobs.filter(({ turn, lane }) => turn !== null && hasWaiting(lane))
  const ranks = behind.length > 0 ? await waitingRanks.all(run, { jobs: behind }) : []
  for (const { lane, head, turn, thread } of ranks)
    before.set(lane, Math.max(before.get(lane) ?? 0, head ?? 0, turn ?? 0, thread ?? 0))
  const last = new Map<string, number>()
  return jobs.map((job) => {
    const { lane, turn, thread } = job
    if (turn === null) return job
    const keys = [JSON.stringify([lane, turn]), JSON.stringify([lane, 'in', thread])]
    const rank = 1 + Math.max(before.get(lane) ?? 0, ...keys.map((key) => last.get(key) ?? 0))
    for (const key of keys) last.set(key, rank)
    return { ...job, rank }
  })
}

/**
 * Takes two statements for any number of jobs, one more if they wait for a turn, and one if some are already known.
 * `done`: the job of another lane that ends with this push; the caller writes its row. `own`: that lane, unless another
 * node owns it.
 */
export const pushJobs = async (
  run: Run,
  node: string,
  jobs: readonly IncomingJob[],
  leaseFor: LeaseFor = () => 0,
  done?: Pick<LaneRow, 'token'>,
) => {
  if (jobs.length === 0) return { fed: [], own: undefined }
  const own = laneToSettle(node)
  const wanted = byLane(jobs)
  const pushes = [...wanted].map(([lane, laneJobs]): LanePush => {
    const { installation_id = 0, kind = '', run_at = 0 } = laneJobs[0] ?? {}
    const lease_until = leaseFor(kind, lane, run_at)
    return { lane, installation_id, kind, pending: laneJobs.length, token: 0, run_at, lease_until }
  })
  if (own && !wanted.has(own.lane)) {
    const { lane, kind } = own
    const ended = { pending: done ? -1 : 0, token: done?.token ?? 0 }
    pushes.push({ lane, installation_id: installationOf(lane), kind, ...ended, run_at: 0, lease_until: 0 })
  }
  const lanes = pushes.sort((a, b) => (a.lane < b.lane ? -1 : 1))
  const pushed = await pushLanes.all(run, { lanes })
  const rows = pushed.filter(({ lane }) => wanted.has(lane))
  const hasWaiting = (lane: string) =>
    rows.some((row) => row.lane === lane && row.pending > (wanted.get(lane)?.length ?? 0))
  const rankedJobs = await ranked(run, jobs, hasWaiting)
  const inserted = byLane(await insertJobs.all(run, { jobs: rankedJobs }))
  const inLanes = byLane(rankedJobs)
  const accounts = rows.map((row) => {
    const got = (inserted.get(row.lane) ?? []).sort((a, b) => a.seq - b.seq)
    return account(row, inLanes.get(row.lane) ?? [], got)
  })
  await writeLanes(
    run,
    accounts.flatMap(({ wrong }) => wrong ?? []),
  )
  return {
    fed: accounts.flatMap(({ fed }) => fed ?? []),
    own: pushed.find(({ lane }) => lane === own?.lane),
  }
}

/** Writes that a job is done, and pushes those that follow from it, both in one statement on the lanes. */
export const finishJob = async (
  run: Run,
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
