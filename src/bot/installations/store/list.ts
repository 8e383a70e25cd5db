import { type Kysely, sql as raw } from 'kysely'
import type { BotDatabase } from '../../store/database.ts'
import { allConnections, type Connection } from './connections.ts'
import { allInstallations, type Installation } from './installations.ts'
import type { InstallationTables, InstallationState } from '../../store/installation-tables.ts'

/** Each installation in the channel once. Neither engine skips the other rows of an installation by itself. */
const ofEach = (table: 'subscription' | 'post', channel: string) => {
  const rows = raw`from ${raw.table(table)} where channel = ${channel}`
  return raw`
    select id from (
      with recursive each (id) as (
        select min(installation_id) ${rows}
        union all
        select (select min(installation_id) ${rows} and installation_id > each.id) from each where id is not null
      )
      select id from each
    ) as ${raw.ref(`each_${table}`)}`
}

/**
 * Installations that receive a project in this channel, or have or had something to post there. A shared channel can have
 * several.
 */
export const installationsIn = (database: BotDatabase, channel: string): Promise<number[]> =>
  database.across(async (tx) => {
    const { rows } = await raw<{ id: number | null }>`
      ${ofEach('subscription', channel)} union ${ofEach('post', channel)}`.execute(tx.sql)
    return rows.flatMap(({ id }) => (id === null ? [] : [id]))
  })

export interface Listed {
  readonly installation: Installation
  /** Undefined until a tracker is connected. */
  readonly connection: Connection | undefined
}

/** Every installation with what its health depends on, `default` first. */
export const listInstallations = async (sql: Kysely<InstallationTables>): Promise<Listed[]> => {
  const connections = new Map((await allConnections(sql)).map((one) => [one.id, one]))
  return (await allInstallations(sql)).map((installation) => ({
    installation,
    connection: connections.get(installation.connectionId ?? 0),
  }))
}

type Run = Kysely<InstallationTables>

export interface InstallationCounts {
  readonly states: Readonly<Record<InstallationState, number>>
  /** Of active ones. */
  readonly troubles: Readonly<Record<'tracker' | 'no tracker', number>>
}

/** In one query, for the metrics: rows are not read one by one. */
export const countInstallations = async (sql: Run): Promise<InstallationCounts> => {
  const rows = await sql
    .selectFrom('installation')
    .leftJoin('connection', 'connection.id', 'installation.connection_id')
    .select(({ fn }) => [
      'installation.state',
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('connection.state', '=', 'broken').as('tracker'),
      fn.countAll<number>().filterWhere('connection_id', 'is', null).as('none'),
    ])
    .groupBy('installation.state')
    .execute()
  const of = (state: InstallationState) => rows.find((row) => row.state === state)
  const states = { active: 0, paused: 0, leaving: 0 }
  for (const row of rows) states[row.state] = row.all
  const active = of('active')
  return { states, troubles: { tracker: active?.tracker ?? 0, 'no tracker': active?.none ?? 0 } }
}

/** Paused or leaving. Their jobs wait on purpose, so they don't count as late. */
export const stoppedInstallations = async (sql: Run): Promise<number[]> => {
  const rows = await sql.selectFrom('installation').select('id').where('state', '<>', 'active').execute()
  return rows.map(({ id }) => id)
}
