import { sql, type Kysely } from 'kysely'
import type { BotDatabase } from '../../store/database.ts'
import { allConnections, type Connection } from './connections.ts'
import { allInstallations, type Installation } from './installations.ts'
import type { InstallationTables } from '../../store/installation-tables.ts'

/** Each installation in the channel once. Neither engine skips the other rows of an installation by itself. */
const ofEach = (table: 'subscription' | 'post', channel: string) => {
  const rows = sql`from ${sql.table(table)} where channel = ${channel}`
  return sql`
    select id from (
      with recursive each (id) as (
        select min(installation_id) ${rows}
        union all
        select (select min(installation_id) ${rows} and installation_id > each.id) from each where id is not null
      )
      select id from each
    ) as ${sql.ref(`each_${table}`)}`
}

/**
 * Installations that receive a project in this channel, or have or had something to post there. A shared channel can have
 * several.
 */
export const installationsIn = (database: BotDatabase, channel: string): Promise<number[]> =>
  database.across(async (tx) => {
    const { rows } = await sql<{ id: number | null }>`
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
