import { sql as raw } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { changedAny, rowsOf } from '../../../database/statement.ts'
import { sealedWith } from '../vault.ts'
import { sealedColumns, startOf } from './sealed.ts'
import { eraseUnused, holdConnection, type Run } from './connections.ts'
import {
  defaultId,
  type InstallationState,
  type InstallationTables,
} from '../../store/installation-tables.ts'
import { setImmediate as breath } from 'node:timers/promises'
import { type BotDatabase, scopedTables } from '../../store/database.ts'

/** How long a workspace that left can reinstall the app and find everything as it was. */
const graceMs = 3_600_000

/**
 * Erases the token, which Slack has revoked. False for an installation that the environment names, that was installed at
 * `installedBefore` or later, or that is leaving already.
 */
export const leave = (
  sql: Run,
  id: number,
  reason: string,
  now: number,
  installedBefore = Number.MAX_SAFE_INTEGER,
): Promise<boolean> =>
  changedAny(
    sql
      .updateTable('installation')
      .set({ state: 'leaving', state_at: now, reason, bot_token: null })
      .where('id', '=', id)
      .where('state', '<>', 'leaving')
      .where('installed_at', '<', installedBefore),
  )

const turn = (
  sql: Run,
  id: number,
  to: { state: 'active' | 'paused'; reason: string | null },
  now: number,
): Promise<boolean> =>
  changedAny(
    sql
      .updateTable('installation')
      .set({ ...to, state_at: now })
      .where('id', '=', id)
      .where('state', '=', to.state === 'paused' ? 'active' : 'paused'),
  )

/** Keeps all of the installation. False if it isn't active. */
export const pause = (sql: Run, id: number, reason: string, now: number) =>
  turn(sql, id, { state: 'paused', reason }, now)

/** False if it isn't paused. */
export const resume = (sql: Run, id: number, now: number) =>
  turn(sql, id, { state: 'active', reason: null }, now)

/** Paused or leaving. Their jobs wait on purpose, so they don't count as late. */
export const stoppedInstallations = async (sql: Run): Promise<number[]> => {
  const rows = await sql.selectFrom('installation').select('id').where('state', '<>', 'active').execute()
  return rows.map(({ id }) => id)
}

export interface InstallationCounts {
  readonly states: Readonly<Record<InstallationState, number>>
  /** Of active ones. */
  readonly troubles: Readonly<Record<'tracker' | 'no tracker' | 'secret', number>>
}

/**
 * In one query, because each reading of the metrics asks it. `withOwn`: the environment names the tracker of `default`,
 * whose connection has no address. `keyIds`: of ENCRYPTION_KEYS.
 */
export const countInstallations = async (
  sql: Run,
  withOwn: boolean,
  keyIds: readonly string[],
): Promise<InstallationCounts> => {
  // PostgreSQL takes no empty list.
  const known = ['', ...keyIds.map(sealedWith)]
  const rows = await sql
    .selectFrom('installation')
    .leftJoin('connection', 'connection.id', 'installation.connection_id')
    .select(({ fn, eb }) => [
      'installation.state',
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('connection.state', '=', 'broken').as('tracker'),
      fn
        .countAll<number>()
        .filterWhere('installed_at', 'is not', null)
        .filterWhere(withOwn ? 'connection_id' : 'base_url', 'is', null)
        .as('none'),
      fn
        .countAll<number>()
        .filterWhere(eb.or(sealedColumns.map((where) => eb(startOf(where), 'not in', known))))
        .as('lost'),
    ])
    .groupBy('installation.state')
    .execute()
  const states = { active: 0, paused: 0, leaving: 0 }
  for (const row of rows) states[row.state] = row.all
  const active = rows.find(({ state }) => state === 'active')
  const { tracker = 0, none = 0, lost = 0 } = active ?? {}
  return { states, troubles: { tracker, 'no tracker': none, secret: lost } }
}

/** Left more than an hour ago. A time in the future is from before a clock was set back, so it waits again. */
export const installationsToErase = async (sql: Run, now: number): Promise<number[]> => {
  const rows = await sql
    .selectFrom('installation')
    .select('id')
    .where('state', '=', 'leaving')
    .where('state_at', '<=', now - graceMs)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Frees the workspace's place, because clearing takes several steps: whoever installs the app from now on gets a new
 * installation. False if it was installed again before.
 */
const beginErasing = (sql: Run, id: number, now: number): Promise<boolean> =>
  changedAny(
    sql
      .updateTable('installation')
      .set({ enterprise_id: '', team_id: `erased ${id}` })
      .where('id', '=', id)
      .where('state', '=', 'leaving')
      .where('state_at', '<=', now - graceMs),
  )

/** `default` stays, as it was before Slack told who it is. */
const emptyDefault = {
  id: defaultId,
  enterprise_id: '',
  team_id: '',
  team_name: '',
  is_org: 0,
  scopes: '[]',
  state: 'active',
  state_at: 0,
  connection_id: defaultId,
} as const

/** Everything else of the installation must be gone before. False if it was installed again meanwhile. */
export const erase = (database: Database<InstallationTables>, id: number, now: number): Promise<boolean> =>
  database.transaction(async ({ sql }) => {
    const before = await sql
      .selectFrom('installation')
      .select('connection_id')
      .where('id', '=', id)
      .executeTakeFirst()
    const connection = before?.connection_id ?? undefined
    if (connection !== undefined) await holdConnection(sql, connection)
    const isGone = await changedAny(
      sql
        .deleteFrom('installation')
        .where('id', '=', id)
        .where('state', '=', 'leaving')
        .where('state_at', '<=', now - graceMs),
    )
    if (isGone && connection !== undefined) await eraseUnused(sql, connection)
    if (isGone && id === defaultId) await sql.insertInto('installation').values(emptyDefault).execute()
    return isGone
  })

/** Small, because SQLite has one writer, and other installations wait for it. */
const batch = 200

/** All but its own row, which `erase` deletes. What an interruption leaves, the next call deletes. */
export const clearInstallation = async (
  { across, engine }: BotDatabase,
  installation: number,
): Promise<void> => {
  const own = raw`installation_id = ${installation}`
  for (const table of [...scopedTables, 'job', 'lane'] as const) {
    const some = engine.some(table, own, batch)
    // In a transaction, which is repeated if another node's crosses it.
    const clear = () => across.transaction(({ sql }) => rowsOf(sql.deleteFrom(table).where(some)))
    while ((await clear()) === batch) await breath()
  }
}

/** Clears an installation that left, unless it was installed again meanwhile. */
export const clearLeft = async (database: BotDatabase, installation: number, now: number): Promise<void> => {
  if (await beginErasing(database.installations.sql, installation, now))
    await clearInstallation(database, installation)
}
