import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely'
import type { Engine } from '../database/engine.ts'
import type { LaneTables } from './tables.ts'

/** A lane's row without what never changes. */
export type LaneRow = Readonly<Omit<LaneTables['lane'], 'kind' | 'installation_id'>>

export type JobRow = Pick<
  Selectable<LaneTables['job']>,
  'seq' | 'lane' | 'payload' | 'run_at' | 'created_at' | 'attempts'
>

/** A job before its insert. `lane` is the full name. */
export interface IncomingJob {
  readonly lane: string
  readonly installation: number
  readonly kind: string
  readonly uniqueKey: string | null
  readonly payload: string
  readonly runAt: number
  readonly createdAt: number
}

type Run = Kysely<LaneTables>

/** In ms, for clocks that differ. A time further in the future was written before a clock was set back. */
const clockSlack = 60_000

const laneColumns = sql.raw(
  'lane.lane, lane.pending, lane.run_at, lane.waits_since, lane.lease_until, lane.token, lane.attempts',
)

const names = (lanes: readonly string[]) => lanes.map((lane) => ({ lane }))

/** The `run_at` of a lane that was claimed with its first job. Like 0, it is due. */
export const taken = -1

interface LanePush {
  readonly lane: string
  readonly installation: number
  readonly kind: string
  readonly added: number
  readonly runAt: number
  /** If above 0, claims an empty, free lane until then and sets its `run_at` to `taken`. */
  readonly leaseUntil: number
}

/**
 * Locks the lanes' rows and adds the new jobs to their counts. Rows are locked in the order of their names, so that
 * transactions don't deadlock. Only the holder of the lock can number the lane's jobs until it commits, so the
 * numbers are in commit order.
 */
export const pushLanes = async (run: Run, engine: Engine, lanes: readonly LanePush[]): Promise<LaneRow[]> => {
  const takes = sql`lane.pending = 0 and lane.lease_until = 0 and excluded.lease_until > 0`
  const { rows } = await sql<LaneRow>`
    insert into lane (lane, installation_id, kind, pending, run_at, lease_until, token, attempts)
    select e.value->>'lane', cast(e.value->>'installation' as bigint), e.value->>'kind',
      cast(e.value->>'added' as bigint),
      case when cast(e.value->>'leaseUntil' as bigint) > 0 then ${sql.lit(taken)} else cast(e.value->>'runAt' as bigint) end,
      cast(e.value->>'leaseUntil' as bigint), 0, 0
    from ${engine.each(lanes)} where true order by e.key
    on conflict (lane) do update set
      run_at = case when lane.pending > 0 then lane.run_at
        when ${takes} then ${sql.lit(taken)}
        when excluded.lease_until > 0 then 0 else excluded.run_at end,
      waits_since = case when lane.pending > 0 then lane.waits_since else 0 end,
      token = case when ${takes} then lane.token + 1 else lane.token end,
      lease_until = case when ${takes} then excluded.lease_until else lane.lease_until end,
      pending = lane.pending + excluded.pending
    returning ${laneColumns}`.execute(run)
  return rows
}

/** Inserts jobs in order and returns the new ones. Skips known keys. */
export const insertJobs = async (
  run: Run,
  engine: Engine,
  jobs: readonly IncomingJob[],
): Promise<{ seq: number; lane: string; run_at: number }[]> => {
  const { rows } = await sql<{ seq: number; lane: string; run_at: number }>`
    insert into job (lane, installation_id, kind, unique_key, payload, state, run_at, created_at, settled_at, attempts,
      last_error)
    select e.value->>'lane', cast(e.value->>'installation' as bigint), e.value->>'kind', e.value->>'uniqueKey', e.value->>'payload', 'waiting',
      cast(e.value->>'runAt' as bigint), cast(e.value->>'createdAt' as bigint), null, 0, null
    from ${engine.each(jobs)} where true order by e.key
    on conflict do nothing
    returning seq, lane, run_at`.execute(run)
  return rows
}

/** Locks the rows in the order of their names, then reads them. */
export const lockLanes = async (run: Run, engine: Engine, lanes: readonly string[]): Promise<LaneRow[]> => {
  const { rows } = await sql<LaneRow>`
    select ${laneColumns} from lane
    where ${engine.among('lane.lane', lanes)} order by lane ${sql.raw(engine.forUpdate)}`.execute(run)
  return rows
}

/** Writes locked rows. Without `materialized`, PostgreSQL parses the JSON again for each row. */
export const writeLanes = async (run: Run, engine: Engine, lanes: readonly LaneRow[]): Promise<void> => {
  if (lanes.length === 0) return
  const these = engine.among(
    'lane.lane',
    lanes.map(({ lane }) => lane),
  )
  await sql`
    with v as materialized (
      select e.value->>'lane' as lane, cast(e.value->>'pending' as bigint) as pending,
        cast(e.value->>'run_at' as bigint) as run_at,
        cast(e.value->>'waits_since' as bigint) as waits_since, cast(e.value->>'lease_until' as bigint) as lease_until,
        cast(e.value->>'token' as bigint) as token, cast(e.value->>'attempts' as bigint) as attempts
      from ${engine.each(lanes)}
    )
    update lane set pending = v.pending, run_at = v.run_at, waits_since = v.waits_since, lease_until = v.lease_until, token = v.token,
      attempts = v.attempts
    from v where lane.lane = v.lane and ${these}`.execute(run)
}

/** A job that is done, in a lane of this node. */
export type Done = Pick<LaneRow, 'lane' | 'token'> & { readonly seq: number }

/**
 * Takes a finished job off the lane's count, and releases the lane if that was the last job. Nothing if another node
 * owns the lane. The subquery reads a snapshot from before the lock, but only the lane's owner can change what it
 * reads.
 */
export const countOut = async (run: Run, { lane, token, seq }: Done): Promise<LaneRow[]> => {
  const { rows } = await sql<LaneRow>`
    update lane set pending = pending - open.n, attempts = 0, waits_since = 0,
      lease_until = case when pending - open.n = 0 then 0 else lease_until end
    from (select count(*) as n from job where seq = ${seq} and job.lane = ${lane} and settled_at is null) as open
    where lane.lane = ${lane} and token = ${token}
    returning ${laneColumns}`.execute(run)
  return rows
}

/** The same for many lanes. Locks their rows in the order of their names. For one, PostgreSQL plans it longer. */
export const countManyOut = async (run: Run, engine: Engine, done: readonly Done[]): Promise<LaneRow[]> => {
  const { rows } = await sql<LaneRow>`
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
    returning ${laneColumns}`.execute(run)
  return rows
}

/** How many lanes an installation may get. */
export interface Turn {
  readonly installation: number
  readonly limit: number
}

interface Due {
  readonly kind: string
  readonly now: number
  readonly leaseMs: number
  /** These lanes, or any that are due of these installations. */
  readonly from: { readonly lanes: readonly string[] } | { readonly turns: readonly Turn[] }
  /** Otherwise lanes that return from a wait would always come last. */
  readonly latestFirst: boolean
}

export type Claimed = Pick<LaneRow, 'lane' | 'token' | 'attempts'>

const isDue = ({ kind, now, leaseMs }: Pick<Due, 'kind' | 'now' | 'leaseMs'>) => sql`
  kind = ${kind} and pending > 0 and run_at <= ${now}
    and (lease_until <= ${now} or lease_until > ${now + leaseMs + clockSlack})`

/**
 * Claims lanes that are free and due. Each claim raises the token, which fences off the previous owner. An owner whose
 * lease ran out was interrupted, which counts as an attempt.
 */
export const claimLanes = async (run: Run, engine: Engine, due: Due): Promise<Claimed[]> => {
  const order = sql.raw(due.latestFirst ? 'desc' : 'asc')
  const picked = (where: RawBuilder<unknown>, limit: number) => sql`select * from (
      select lane from lane where ${isDue(due)} and ${where}
      order by run_at ${order} limit ${limit}${sql.raw(engine.skipLocked)}) as picked`
  const { from } = due
  const picks =
    'lanes' in from
      ? [picked(engine.among('lane.lane', from.lanes), from.lanes.length)]
      : from.turns.map(({ installation, limit }) => picked(sql`installation_id = ${installation}`, limit))
  if (picks.length === 0) return []
  const { rows } = await sql<Claimed>`
    with due(name) as materialized (${sql.join(picks, sql` union all `)})
    update lane set token = token + 1, lease_until = ${due.now + due.leaseMs},
      attempts = attempts + case when lease_until > 0 then 1 else 0 end
    from due where lane.lane = due.name
    returning lane.lane as lane, token, attempts`.execute(run)
  return rows
}

/**
 * Installations with lanes that are free and due, in turn: those after `after` come first. Steps through the index from
 * installation to installation, so that one with many lanes costs no more than the others.
 */
export const dueInstallations = async (
  run: Run,
  due: Pick<Due, 'kind' | 'now' | 'leaseMs'>,
  after: number,
  limit: number,
): Promise<number[]> => {
  const next = (than: RawBuilder<unknown>) =>
    sql`(select installation_id from lane where ${isDue(due)} and installation_id > ${than}
      order by kind, installation_id limit 1)`
  const from = async (than: number) => {
    const { rows } = await sql<{ id: number }>`
      with recursive turn(id) as (
        select ${next(sql`${than}`)} union all select ${next(sql`turn.id`)} from turn where turn.id is not null
      )
      select id from turn where id is not null limit ${limit}`.execute(run)
    return rows.map(({ id }) => id)
  }
  const later = await from(after)
  if (after < 0 || later.length === limit) return later
  const earlier = (await from(-1)).filter((id) => id <= after)
  return [...later, ...earlier].slice(0, limit)
}

/** The first waiting jobs of each lane, in order. */
export const headJobs = async (run: Run, lanes: readonly string[], limit: number): Promise<JobRow[]> => {
  const heads = lanes.map(
    (lane) => sql`select * from (
      select seq, lane, payload, run_at, created_at, attempts from job
      where lane = ${lane} and state = 'waiting' order by seq limit ${limit}) as head`,
  )
  const { rows } = await sql<JobRow>`${sql.join(heads, sql` union all `)} order by seq`.execute(run)
  return rows
}

/** When each lane's first waiting job can run. Leaves out lanes without one. */
export const headTimes = async (
  run: Run,
  engine: Engine,
  lanes: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ lane: string; run_at: number | null }>`
    select e.value->>'lane' as lane, (
      select run_at from job where job.lane = e.value->>'lane' and state = 'waiting' order by seq limit 1
    ) as run_at from ${engine.each(names(lanes))}`.execute(run)
  return new Map(rows.flatMap((row) => (row.run_at === null ? [] : [[row.lane, row.run_at] as const])))
}

export interface Fate {
  readonly state: 'done' | 'aside' | 'waiting'
  readonly at: number | null
  readonly attempts: number
  readonly error: string | null
}

/** `settled_at is null` means the same as `waiting`, but keeps the planner from using the partial indexes. */
export const settleJobs = async (
  run: Run,
  engine: Engine,
  jobs: readonly number[],
  { state, at, attempts, error }: Fate,
): Promise<number[]> => {
  const { rows } = await sql<{ seq: number }>`
    update job set state = ${state}, settled_at = ${at}, attempts = ${attempts}, last_error = ${error}
    where ${engine.among('job.seq', jobs)} and settled_at is null
    returning seq`.execute(run)
  return rows.map(({ seq }) => seq)
}

/** Ends waits from before the clock was set back, because their remaining time is unknown. */
export const endVoidWaits = async (
  run: Run,
  engine: Engine,
  kinds: readonly string[],
  now: number,
): Promise<void> => {
  await sql`
    with void(name) as materialized (
      select lane from lane
      where kind in (${sql.join(kinds)}) and pending > 0 and waits_since > ${now + clockSlack}
      order by lane${sql.raw(engine.skipLocked)}
    )
    update lane set run_at = 0, waits_since = 0 from void where lane.lane = void.name`.execute(run)
}

/** The earliest time at which a free lane of each kind can run. `isVoid` if some wait is from before the clock was set back. */
export const nextDue = async (
  run: Run,
  kinds: readonly string[],
  now: number,
  leaseMs: number,
): Promise<{ kind: string; at: number; isVoid: boolean }[]> => {
  if (kinds.length === 0) return []
  const { rows } = await sql<{ kind: string; at: number; since: number }>`
    select kind, min(run_at) as at, max(waits_since) as since from lane
    where kind in (${sql.join(kinds)}) and pending > 0
      and (lease_until <= ${now} or lease_until > ${now + leaseMs + clockSlack})
    group by kind`.execute(run)
  return rows.map(({ kind, at, since }) => ({ kind, at, isVoid: since > now + clockSlack }))
}
