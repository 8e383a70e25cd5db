import type { Kysely } from 'kysely'
import { allConnections, type Connection } from './connections.ts'
import { allInstallations, type Installation } from './installations.ts'
import type { InstallationTables } from './tables.ts'
import { tokenTrouble, type TokenTrouble } from './tokens.ts'

export interface Listed {
  readonly installation: Installation
  /** Undefined until a tracker is connected. */
  readonly connection: Connection | undefined
  /** Undefined if its token is fine. */
  readonly trouble: TokenTrouble | undefined
}

/** Every installation with what its health depends on, `default` first. */
export const listInstallations = async (sql: Kysely<InstallationTables>, now: number): Promise<Listed[]> => {
  const connections = new Map((await allConnections(sql)).map((one) => [one.id, one]))
  const troubles = new Map((await tokenTrouble(sql, now)).map((one) => [one.installation, one]))
  return (await allInstallations(sql)).map((installation) => ({
    installation,
    connection: connections.get(installation.connectionId ?? 0),
    trouble: troubles.get(installation.id),
  }))
}
