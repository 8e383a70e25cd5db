import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../../database/engine.ts'
import type { MigrationStep } from '../../../database/migrate.ts'
import { run } from './bot.ts'

/** After a row with a fixed id, PostgreSQL's sequence still begins at 1. */
const beginAfterDefault = async (db: Kysely<unknown>, table: string) => {
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), 1)`.execute(db)
}

const create = async (db: Kysely<unknown>, { sequence, autoIncrement }: Engine): Promise<void> => {
  // An id is part of what a ciphertext is bound to, so it is never given twice.
  const id = `id ${sequence} primary key${autoIncrement ? ' autoincrement' : ''}`
  await run(
    db,
    `create table connection (${id}, base_url text, api_key text, integration_uuid text, api_user_uuid text,
      hook_secret text, hook_secret_hash text unique, created_by text, created_at bigint, state text not null,
      checked_at bigint, problem text)`,
    `create table installation (${id}, enterprise_id text not null, team_id text not null, team_name text not null,
      is_org integer not null, app_id text, bot_user_id text, bot_id text, bot_token text, refresh_token text,
      token_ends_at bigint, token_version bigint not null, refresh_until bigint not null, token_problem text,
      token_problem_since bigint, scopes text not null, installed_by text, installed_at bigint, state text not null,
      state_at bigint not null, reason text, connection_id bigint,
      constraint installation_place unique (enterprise_id, team_id))`,
    'create index installation_team on installation (team_id)',
    'create index installation_connection on installation (connection_id)',
    'create index installation_ends on installation (token_ends_at)',
    'create table oauth_state (state_hash text primary key, browser_hash text not null, created_at bigint not null)',
    'create index oauth_state_created on oauth_state (created_at)',
    // What the environment names. Its secrets stay there.
    `insert into connection (id, state) values (1, 'untried')`,
    `insert into installation (id, enterprise_id, team_id, team_name, is_org, token_version, refresh_until, scopes,
      state, state_at, connection_id) values (1, '', '', '', 0, 0, 0, '[]', 'active', 0, 1)`,
  )
  if (autoIncrement) return
  await beginAfterDefault(db, 'connection')
  await beginAfterDefault(db, 'installation')
}

export const installationMigrations: Record<string, MigrationStep> = {
  '2026-11-22-bot-4-installations': create,
}
