import { type Migrations, running } from '../database/migrate.ts'

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
    attempts bigint not null, last_error text, installation_id bigint not null default 0)`,
  `create index job_waiting on job (lane, seq) where state = 'waiting'`,
  `create index job_open on job (kind, state, created_at) where state <> 'done'`,
  'create unique index job_unique on job (kind, unique_key, installation_id) where unique_key is not null',
  'create table restored (up_to bigint not null)',
  // Retention finds jobs to delete without reading the others.
  `create index job_done on job (settled_at) where state = 'done'`,
]

/** Its name is without a program, because the bot and the service can share a database, and its lanes. */
export const lanes: Migrations['steps'] = { '2026-11-25-lanes': running(tables) }
