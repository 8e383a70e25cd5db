import type { Trace } from '../log.ts'
import { toStorableText } from '../database/engine.ts'
import { sql, type Generated, type Kysely } from 'kysely'
import { statementsOf, type Texts } from '../database/statement.ts'
import { running, type Migrations } from '../database/migrate.ts'
import {
  openDatabase,
  type Database,
  type DatabaseOptions,
  type OpenDatabase,
  type Reach,
} from '../database/database.ts'

/** docs/lanes.md explains the life of a row. */
export interface LaneTables {
  lane: {
    /** `installation:kind:name`. */
    lane: string
    /** 0 if the program has no installations. */
    installation_id: number
    kind: string
    /** The number of jobs in the state `waiting`. */
    pending: number
    /** The earliest start in ms, from a backoff or from the first job's own delay. */
    run_at: number
    /** When a failure or `RetryLater` set `run_at`, in ms. 0 if it is the first job's own. */
    waits_since: number
    /** A worker owns the lane until then, in ms. 0 if the lane is free. */
    lease_until: number
    /** A fencing token. It grows with each claim, so that a worker that lost its lease cannot settle. */
    token: number
    attempts: number
  }
  /** The last job that a backup had, in a database that was restored from it. No row otherwise. */
  restored: { up_to: number }
  job: {
    seq: Generated<number>
    lane: string
    installation_id: number
    kind: string
    /** Unique within the installation's kind. */
    unique_key: string | null
    payload: string
    state: 'waiting' | 'done' | 'aside'
    run_at: number
    created_at: number
    settled_at: number | null
    attempts: number
    last_error: string | null
    turn: string | null
    thread: string | null
    /** The lane's first job has the lowest rank, then the lowest `seq`. 0 for a job that takes no turns. */
    rank: Generated<number>
    /** Marks the log lines that the job writes. */
    trace: Trace | null
  }
}

export const laneName = (installation: number, kind: string, name: string): string =>
  toStorableText(`${installation}:${kind}:${name}`)

export const installationOf = (lane: string): number => Number(lane.slice(0, lane.indexOf(':')))

export const nameIn = (lane: string, kind: string): string => lane.slice(lane.indexOf(':') + kind.length + 2)

const tables = [
  `create table lane (
    lane text primary key, kind text not null, pending bigint not null, run_at bigint not null,
    lease_until bigint not null, token bigint not null, attempts bigint not null,
    waits_since bigint not null default 0, installation_id bigint not null default 0)`,
  // Partial indexes stay small, however many jobs are done.
  'create index lane_due on lane (kind, installation_id, run_at) where pending > 0',
  `create table job (
    seq {sequence}, lane text not null, kind text not null, unique_key text, payload text not null,
    state text not null, run_at bigint not null, created_at bigint not null, settled_at bigint,
    attempts bigint not null, last_error text, installation_id bigint not null default 0, trace text)`,
  `create index job_waiting on job (lane, seq) where state = 'waiting'`,
  `create index job_open on job (kind, state, created_at) where state <> 'done'`,
  'create unique index job_unique on job (kind, unique_key, installation_id) where unique_key is not null',
  'create table restored (up_to bigint not null)',
  // Retention finds jobs to delete without reading the others.
  `create index job_done on job (settled_at) where state = 'done'`,
]

/** Its name is without a program, because the bot and the service can share a database, and its lanes. */
export const lanes: Migrations['steps'] = {
  '2026-11-25-lanes': running(tables),
  '2026-11-28-lane-turns': running([
    'alter table job add column turn text',
    'alter table job add column thread text',
    'alter table job add column rank bigint not null default 0',
    `create index job_next on job (lane, rank, seq) where state = 'waiting'`,
    'drop index job_waiting',
    `create index job_turn on job (lane, turn, rank) where state = 'waiting' and turn is not null`,
    `create index job_thread on job (lane, thread, rank) where state = 'waiting' and thread is not null`,
  ]),
}

/** Literals, because with parameters neither engine uses the partial indexes of jobs. */
export const isDone = sql<boolean>`state = 'done'`
export const notDone = sql<boolean>`state <> 'done'`

/** The texts of all statements in loaded modules. */
export const texts: Texts<Kysely<LaneTables>> = []

export const statement = statementsOf<LaneTables, Kysely<LaneTables>>(texts)

/** If only one process opens the database, leases of earlier processes are void, and their jobs were interrupted. */
const freeLeases = async ({ sql, engine }: Database<LaneTables>): Promise<void> => {
  if (!engine.soleOwner) return
  await sql
    .updateTable('lane')
    .set(({ eb }) => ({ lease_until: 0, attempts: eb('attempts', '+', 1) }))
    .where('lease_until', '>', 0)
    .execute()
}

/** Opens `postgres://…` or `sqlite:path` with a program's tables and its lanes, and owns it until disposed. */
export const openWithLanes = async <Tables>(
  to: string | Reach,
  migrations: Migrations,
  options?: DatabaseOptions,
): Promise<OpenDatabase<Tables & LaneTables>> => {
  const database = await openDatabase<LaneTables>(to, migrations, options)
  await freeLeases(database)
  return database as unknown as OpenDatabase<Tables & LaneTables>
}
