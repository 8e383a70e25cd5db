import { sql, type Expression, type Kysely, type RawBuilder, type Selectable } from 'kysely'
import type { Given } from '../database/statement.ts'
import { statement, type LaneTables } from './tables.ts'

/** A lane's row without what never changes. */
export type LaneRow = Readonly<Omit<LaneTables['lane'], 'kind' | 'installation_id'>>

export type JobRow = Pick<
  Selectable<LaneTables['job']>,
  'seq' | 'lane' | 'payload' | 'run_at' | 'created_at' | 'attempts' | 'rank' | 'trace'
>

export type IncomingJob = Pick<
  Selectable<LaneTables['job']>,
  | 'lane'
  | 'installation_id'
  | 'kind'
  | 'unique_key'
  | 'payload'
  | 'run_at'
  | 'created_at'
  | 'turn'
  | 'thread'
  | 'rank'
  | 'trace'
>

export type Run = Kysely<LaneTables>

const laneColumns = sql.raw(
  'lane.lane, lane.pending, lane.run_at, lane.waits_since, lane.lease_until, lane.token, lane.attempts',
)

/** The `run_at` of a lane that was claimed with its first job. Like 0, it is due. */
export const claimedRunAt = -1

/**
 * `pending`: how many jobs are new. -1: the first job of this lane is done, which needs its owner's `token`.
 * `lease_until`: if above 0, claims an empty, free lane until then and sets its `run_at` to `claimedRunAt`.
 */
export type LanePush = Omit<LaneTables['lane'], 'waits_since' | 'attempts'>

/**
 * Locks the lanes' rows, adds the new jobs to their counts, and takes off the one that is done. Rows are locked in the
 * order of their names, so that transactions don't deadlock. Only the holder of the lock can number the lane's jobs
 * until it commits, so the numbers are in commit order.
 */
export const pushLanes = statement((_db, { lanes }: Given<{ lanes: readonly LanePush[] }>, engine) => {
  const takes = sql`lane.pending = 0 and lane.lease_until = 0 and excluded.lease_until > 0`
  const isDone = sql`excluded.pending < 0`
  return sql<LaneRow>`
    insert into lane (lane, installation_id, kind, pending, run_at, lease_until, token, attempts)
    select e.value->>'lane', cast(e.value->>'installation_id' as bigint), e.value->>'kind',
      cast(e.value->>'pending' as bigint),
      case when cast(e.value->>'lease_until' as bigint) > 0 then ${sql.lit(claimedRunAt)} else cast(e.value->>'run_at' as bigint) end,
      cast(e.value->>'lease_until' as bigint), cast(e.value->>'token' as bigint), 0
    from ${engine.each(lanes)} where true order by e.key
    on conflict (lane) do update set
      run_at = case when lane.pending > 0 then lane.run_at
        when ${takes} then ${sql.lit(claimedRunAt)}
        when excluded.lease_until > 0 then 0 else excluded.run_at end,
      waits_since = case when lane.pending > 0 and not (${isDone}) then lane.waits_since else 0 end,
      token = case when ${takes} then lane.token + 1 else lane.token end,
      attempts = case when ${isDone} then 0 else lane.attempts end,
      lease_until = case when ${takes} then excluded.lease_until
        when ${isDone} and lane.pending = 1 then 0 else lane.lease_until end,
      pending = lane.pending + excluded.pending
    where not (${isDone}) or lane.token = excluded.token
    returning ${laneColumns}`
})

const rankOf = (where: RawBuilder<unknown>, order: 'asc' | 'desc') => sql<number | null>`
  (select rank from job where job.lane = e.value->>'lane' and state = 'waiting' ${where}
    order by rank ${sql.raw(order)} limit 1)`

type WithTurn = Pick<IncomingJob, 'lane' | 'turn' | 'thread'>

/** The ranks that waiting jobs have: the lane's first, and the last of the same turn, and of the same thread. */
export const waitingRanks = statement(
  (_db, { jobs }: Given<{ jobs: readonly WithTurn[] }>, engine) => sql<{
    lane: string
    head: number | null
    turn: number | null
    thread: number | null
  }>`
    select e.value->>'lane' as lane, ${rankOf(sql``, 'asc')} as head,
      ${rankOf(sql`and turn = e.value->>'turn'`, 'desc')} as turn,
      ${rankOf(sql`and thread = e.value->>'thread'`, 'desc')} as thread
    from ${engine.each(jobs)}`,
)

/** Returns the new jobs. Skips those whose unique key is known. */
export const insertJobs = statement(
  (_db, { jobs }: Given<{ jobs: readonly IncomingJob[] }>, engine) => sql<
    Pick<JobRow, 'seq' | 'lane' | 'run_at'>
  >`
    insert into job (lane, installation_id, kind, unique_key, payload, state, run_at, created_at, settled_at, attempts,
      last_error, turn, thread, rank, trace)
    select e.value->>'lane', cast(e.value->>'installation_id' as bigint), e.value->>'kind', e.value->>'unique_key', e.value->>'payload', 'waiting',
      cast(e.value->>'run_at' as bigint), cast(e.value->>'created_at' as bigint), null, 0, null,
      e.value->>'turn', e.value->>'thread', cast(e.value->>'rank' as bigint), e.value->>'trace'
    from ${engine.each(jobs)} where true order by e.key
    on conflict do nothing
    returning seq, lane, run_at`,
)

export interface Named {
  lanes: readonly string[]
}

/** Locks the rows in the order of their names, so that transactions don't deadlock. */
export const lockLanes = statement(
  (_db, { lanes }: Given<Named>, engine) => sql<LaneRow>`
    select ${laneColumns} from lane
    where ${engine.among('lane.lane', 'text', lanes)} order by lane ${sql.raw(engine.forUpdate)}`,
)

/** Without `materialized`, PostgreSQL parses the JSON again for each row. */
const update = statement((_db, { lanes }: Given<{ lanes: readonly LaneRow[] }>, engine) => {
  const names = lanes.as((rows) => rows.map(({ lane }) => lane))
  return sql`
    with v as materialized (
      select e.value->>'lane' as lane, cast(e.value->>'pending' as bigint) as pending,
        cast(e.value->>'run_at' as bigint) as run_at,
        cast(e.value->>'waits_since' as bigint) as waits_since, cast(e.value->>'lease_until' as bigint) as lease_until,
        cast(e.value->>'token' as bigint) as token, cast(e.value->>'attempts' as bigint) as attempts
      from ${engine.each(lanes)}
    )
    update lane set pending = v.pending, run_at = v.run_at, waits_since = v.waits_since, lease_until = v.lease_until, token = v.token,
      attempts = v.attempts
    from v where lane.lane = v.lane and ${engine.among('lane.lane', 'text', names)}`
})

export const writeLanes = async (run: Run, lanes: readonly LaneRow[]): Promise<void> => {
  if (lanes.length > 0) await update.run(run, { lanes })
}

export type Done = Pick<LaneRow, 'lane' | 'token'> & { readonly seq: number }

/** The subquery reads a snapshot from before the lock, but only the lane's owner can change what it reads. */
const countOne = statement(
  (_db, { lane, token, seq }: Given<Done>) => sql<LaneRow>`
    update lane set pending = pending - open.n, attempts = 0, waits_since = 0,
      lease_until = case when pending - open.n = 0 then 0 else lease_until end
    from (select count(*) as n from job where seq = ${seq} and job.lane = ${lane} and settled_at is null) as open
    where lane.lane = ${lane} and token = ${token}
    returning ${laneColumns}`,
)

/** For one lane, it takes PostgreSQL longer than `countOne`. */
const countMany = statement(
  (_db, { done }: Given<{ done: readonly Done[] }>, engine) => sql<LaneRow>`
    with open as materialized (
      select e.value->>'lane' as lane, cast(e.value->>'token' as bigint) as token,
        (select count(*) from job where seq = cast(e.value->>'seq' as bigint) and job.lane = e.value->>'lane'
          and settled_at is null) as n
      from ${engine.each(done)}
    ), own as materialized (
      select lane.lane, open.n from open join lane on lane.lane = open.lane and lane.token = open.token
      order by lane.lane${sql.raw(engine.forUpdate)}
    )
    update lane set pending = pending - own.n, attempts = 0, waits_since = 0,
      lease_until = case when pending - own.n = 0 then 0 else lease_until end
    from own where lane.lane = own.lane
    returning ${laneColumns}`,
)

/** Also releases each lane whose last job this was. Changes no lane that another node owns. */
export const countOut = (run: Run, done: readonly Done[]): Promise<LaneRow[]> => {
  const [first] = done
  return first && done.length === 1 ? countOne.all(run, first) : countMany.all(run, { done })
}

const head = (lane: string | Expression<string>, limit: number | Expression<number>) => sql`
  select seq, lane, payload, run_at, created_at, attempts, rank, trace from job
  where lane = ${lane} and state = 'waiting' order by rank, seq limit ${limit}`

const headOf = statement(
  (_db, { lane, limit }: Given<{ lane: string; limit: number }>) => sql<JobRow>`${head(lane, limit)}`,
)

/** The first waiting jobs of each lane, in order. */
export const headJobs = async (run: Run, lanes: readonly string[], limit: number): Promise<JobRow[]> => {
  const [lane = ''] = lanes
  if (lanes.length === 1) return headOf.all(run, { lane, limit })
  // Built each time: SQLite has no join that takes the first few of each.
  const heads = lanes.map((lane) => sql`select * from (${head(lane, limit)}) as head`)
  const { rows } = await sql<JobRow>`${sql.join(heads, sql` union all `)} order by rank, seq`.execute(run)
  return rows
}

const firsts = statement(
  (_db, { lanes }: Given<Named>, engine) => sql<{ lane: string; run_at: number | null }>`
    select e.value->>'lane' as lane, (
      select run_at from job where job.lane = e.value->>'lane' and state = 'waiting' order by rank, seq limit 1
    ) as run_at from ${engine.each(lanes.as((names) => names.map((lane) => ({ lane }))))}`,
)

/** When each lane's first waiting job can run. Leaves out lanes without one. */
export const headTimes = async (run: Run, lanes: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const rows = await firsts.all(run, { lanes })
  return new Map(rows.flatMap((row) => (row.run_at === null ? [] : [[row.lane, row.run_at] as const])))
}

export interface Fate {
  readonly state: 'done' | 'aside' | 'waiting'
  readonly at: number | null
  readonly attempts: number
  readonly error: string | null
  /** Null: it stays as it is. */
  readonly payload: string | null
}

/** `settled_at is null` means the same as `waiting`, but keeps the planner from using the partial indexes. */
export const settleJobs = statement(
  (
    _db,
    { jobs, state, at, attempts, error, payload }: Given<Fate & { jobs: readonly number[] }>,
    engine,
  ) => sql<{
    seq: number
  }>`
    update job set state = ${state}, settled_at = ${at}, attempts = ${attempts}, last_error = ${error},
      payload = coalesce(cast(${payload} as text), payload)
    where ${engine.among('job.seq', 'bigint', jobs)} and settled_at is null
    returning seq`,
)
