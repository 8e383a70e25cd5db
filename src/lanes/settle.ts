import {
  countOut,
  headTimes,
  lockLanes,
  settleJobs,
  writeLanes,
  type LaneRow,
  type Fate,
  type Run,
} from './statements.ts'

/** The result of a lane's first job, or of its claim. */
export type Outcome =
  | { readonly is: 'done' }
  | { readonly is: 'aside'; readonly reason: string }
  /** The job stays first and the lane waits until `runAt`. `attempts` counts failures and interruptions. */
  | {
      readonly is: 'again'
      readonly reason: string
      readonly attempts: number
      readonly runAt: number
      readonly since: number
      /** Undefined: it stays as it is. */
      readonly payload?: string | undefined
    }
  | { readonly is: 'release' }
  /** Released while its handler still runs. The new token keeps the handler from settling. */
  | { readonly is: 'fence' }

export interface Settling {
  readonly lane: string
  readonly token: number
  readonly outcome: Outcome
  readonly job?: { readonly seq: number; readonly attempt: number }
  readonly release: boolean
}

/** The lane after a result. `lost` means that another node owns it and nothing was written. */
export interface Settled {
  readonly lost: boolean
  /** The job was settled before. */
  readonly wasOver: boolean
  readonly free: boolean
  readonly pending: number
  readonly runAt: number
}

const lost: Settled = { lost: true, wasOver: false, free: true, pending: 0, runAt: 0 }

export const settledAs = (row: LaneRow, wasOver: boolean): Settled => ({
  lost: false,
  wasOver,
  free: row.lease_until === 0,
  pending: row.pending,
  runAt: row.run_at,
})

const fateOf = (outcome: Outcome, attempt: number, at: number): Fate | undefined => {
  switch (outcome.is) {
    case 'done':
      return { state: 'done', at, attempts: attempt, error: null, payload: null }
    case 'aside':
      return { state: 'aside', at, attempts: attempt, error: outcome.reason, payload: null }
    case 'again':
      return {
        state: 'waiting',
        at: null,
        attempts: outcome.attempts,
        error: outcome.reason,
        payload: outcome.payload ?? null,
      }
    default:
      return undefined
  }
}

/** One statement per fate. Nearly all jobs are done at the first attempt, so there are few. */
const writeFates = async (run: Run, items: readonly Settling[], now: number) => {
  const fates = new Map<string, { fate: Fate; jobs: number[] }>()
  for (const { job, outcome } of items) {
    const fate = job && fateOf(outcome, job.attempt, now)
    if (!fate) continue
    const key = JSON.stringify(fate)
    const same = fates.get(key) ?? { fate, jobs: [] }
    same.jobs.push(job.seq)
    fates.set(key, same)
  }
  const settledSeqs = new Set<number>()
  for (const { fate, jobs } of fates.values())
    for (const { seq } of await settleJobs.all(run, { jobs, ...fate })) settledSeqs.add(seq)
  return settledSeqs
}

export const endJob = async (run: Run, settling: Settling, now: number): Promise<boolean> =>
  (await writeFates(run, [settling], now)).size > 0

const laneAfter = (row: LaneRow, { outcome, release }: Settling, settledOne: boolean): LaneRow => {
  const freed = release ? { ...row, lease_until: 0 } : row
  switch (outcome.is) {
    case 'done':
    case 'aside':
      return { ...freed, pending: row.pending - (settledOne ? 1 : 0), attempts: 0, waits_since: 0 }
    case 'again':
      return { ...freed, attempts: outcome.attempts, run_at: outcome.runAt, waits_since: outcome.since }
    case 'fence':
      return { ...freed, token: row.token + 1, attempts: row.attempts + 1 }
    default:
      return freed
  }
}

const names = (items: readonly Settling[]) => items.map(({ lane }) => lane)

/**
 * Writes the results of jobs whose lanes the caller owns. One statement locks the rows and another reads them: a
 * single one would count jobs in a snapshot from before the lock (see docs/lanes.md, "The trap"). Repeating it
 * changes nothing, so it can be retried when a commit got no answer.
 */
export const settle = async (run: Run, items: readonly Settling[], now: number) => {
  const done = items.flatMap(({ lane, token, job, outcome }) =>
    job && outcome.is === 'done' ? { lane, token, seq: job.seq } : [],
  )
  const areDone = done.length === items.length
  const locked = await (areDone ? countOut(run, done) : lockLanes.all(run, { lanes: names(items) }))
  const rows = new Map(locked.map((row) => [row.lane, row]))
  const own = items.filter(({ lane, token, outcome }) => {
    const row = rows.get(lane)
    // A lane that was given back just before is not interrupted anymore.
    return row?.token === token && (outcome.is !== 'fence' || row.lease_until > 0)
  })
  const settledSeqs = await writeFates(run, own, now)
  for (const item of own) {
    const row = rows.get(item.lane)
    const settledOne = !areDone && item.job !== undefined && settledSeqs.has(item.job.seq)
    if (row) rows.set(item.lane, laneAfter(row, item, settledOne))
  }
  const headless = own.filter(
    ({ lane, release, outcome }) => release && outcome.is !== 'again' && (rows.get(lane)?.pending ?? 0) > 0,
  )
  if (headless.length > 0) {
    const lanes = names(headless)
    const heads = await headTimes(run, lanes)
    for (const lane of lanes) {
      const row = rows.get(lane)
      // Repairs a wrong count: a lane without waiting jobs has none pending.
      if (row)
        rows.set(lane, {
          ...row,
          run_at: heads.get(lane) ?? 0,
          waits_since: 0,
          pending: heads.has(lane) ? row.pending : 0,
        })
    }
  }
  await writeLanes(
    run,
    names(areDone ? headless : own).flatMap((lane) => rows.get(lane) ?? []),
  )
  return items.map((item) => {
    const row = rows.get(item.lane)
    if (!row || !own.includes(item)) return lost
    return settledAs(row, item.job !== undefined && !settledSeqs.has(item.job.seq))
  })
}
