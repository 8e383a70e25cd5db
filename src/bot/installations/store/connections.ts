import { timingSafeEqual } from 'node:crypto'
import type { InferResult, Kysely } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { changedAny } from '../../../database/statement.ts'
import { hashOf } from '../../../contract/text.ts'
import { unlessUnreadable, type Vault } from '../vault.ts'
import { defaultId, type InstallationTables } from '../../store/installation-tables.ts'

export type Run = Kysely<InstallationTables>

const columns = [
  'id',
  'base_url as baseUrl',
  'integration_uuid as integrationUuid',
  'api_user_uuid as apiUserUuid',
  'state',
  'problem',
] as const
const connections = (sql: Run) => sql.selectFrom('connection').select(columns)

/** Without its secrets. `baseUrl` is null for `default`, whose tracker the environment names. */
export type Connection = Readonly<InferResult<ReturnType<typeof connections>>[number]>

interface ConnectionSecrets {
  readonly apiKey: string
  /** The last segment of the hook URL. */
  readonly hookSecret: string
}

const keyPlace = (id: number) => ({ table: 'connection', column: 'api_key', id }) as const
const hookPlace = (id: number) => ({ table: 'connection', column: 'hook_secret', id }) as const

interface NewConnection extends ConnectionSecrets {
  readonly baseUrl: string
  readonly integrationUuid: string | null
  readonly apiUserUuid: string | null
  readonly createdBy: string
}

export const addConnection = (
  database: Database<InstallationTables>,
  vault: Vault,
  connection: NewConnection,
  now: number,
): Promise<number> =>
  database.transaction(async ({ sql }) => {
    const { id } = await sql
      .insertInto('connection')
      .values({
        base_url: connection.baseUrl,
        integration_uuid: connection.integrationUuid,
        api_user_uuid: connection.apiUserUuid,
        hook_secret_hash: hashOf(connection.hookSecret),
        created_by: connection.createdBy,
        created_at: now,
        state: 'untried',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql
      .updateTable('connection')
      .set({
        api_key: vault.seal(keyPlace(id), connection.apiKey),
        hook_secret: vault.seal(hookPlace(id), connection.hookSecret),
      })
      .where('id', '=', id)
      .execute()
    return id
  })

export const findConnection = (sql: Run, id: number): Promise<Connection | undefined> =>
  connections(sql).where('id', '=', id).executeTakeFirst()

export const allConnections = (sql: Run): Promise<Connection[]> => connections(sql).orderBy('id').execute()

export interface OpenConnection extends Connection, ConnectionSecrets {}

const sealed = ['api_key', 'hook_secret'] as const
type Sealed = Readonly<Record<(typeof sealed)[number], string | null>>

const opened = (
  vault: Vault,
  { api_key: apiKey, hook_secret: hookSecret, ...connection }: Connection & Sealed,
): OpenConnection | undefined => {
  if (apiKey === null || hookSecret === null) return undefined
  const { id } = connection
  return {
    ...connection,
    apiKey: vault.open(keyPlace(id), apiKey),
    hookSecret: vault.open(hookPlace(id), hookSecret),
  }
}

/**
 * By its id, or the SHA-256 of the last segment of the hook URL that was called, in hex. Undefined for `default`, whose
 * secrets are in the environment, and for a connection that is gone. Throws `SecretUnreadable`.
 */
export const openConnection = async (
  sql: Run,
  vault: Vault,
  by: { readonly id: number } | { readonly hash: string },
): Promise<OpenConnection | undefined> => {
  const rows = connections(sql).select(sealed)
  const found = 'id' in by ? rows.where('id', '=', by.id) : rows.where('hook_secret_hash', '=', by.hash)
  const row = await found.executeTakeFirst()
  return row && opened(vault, row)
}

const isSame = (one: string, other: string) =>
  timingSafeEqual(Buffer.from(hashOf(one)), Buffer.from(hashOf(other)))

/** With this address and key. Connections that can't be read don't count. */
export const connectionLike = async (
  sql: Run,
  vault: Vault,
  { baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string },
): Promise<Connection | undefined> => {
  const rows = await connections(sql).select(sealed).where('base_url', '=', baseUrl).orderBy('id').execute()
  const keyOf = (row: Connection & Sealed) => {
    try {
      return opened(vault, row)?.apiKey
    } catch (error) {
      return unlessUnreadable(error)
    }
  }
  const match = rows.find((row) => isSame(keyOf(row) ?? '', apiKey))
  if (!match) return undefined
  const { api_key: _key, hook_secret: _secret, ...connection } = match
  return connection
}

/** False if another installation uses the connection. Otherwise it counts as untried until the next check. */
export const replaceOwnKey = (
  database: Database<InstallationTables>,
  vault: Vault,
  {
    installation,
    connection,
    apiKey,
  }: { readonly installation: number; readonly connection: number; readonly apiKey: string },
): Promise<boolean> =>
  database.transaction(async ({ sql }) => {
    if (!(await holdConnection(sql, connection))) return false
    const users = await sql
      .selectFrom('installation')
      .select('id')
      .where('connection_id', '=', connection)
      .execute()
    if (users.length !== 1 || users[0]?.id !== installation) return false
    const changed = {
      api_key: vault.seal(keyPlace(connection), apiKey),
      state: 'untried',
      problem: null,
    } as const
    return changedAny(sql.updateTable('connection').set(changed).where('id', '=', connection))
  })

/** `problem` undefined: it works. */
export const noteCheck = (sql: Run, id: number, problem: string | undefined): Promise<boolean> =>
  changedAny(
    sql
      .updateTable('connection')
      .set({ state: problem === undefined ? 'working' : 'broken', problem: problem ?? null })
      .where('id', '=', id),
  )

/** Locks the row until the end of the transaction. False if it is gone. */
export const holdConnection = (sql: Run, id: number): Promise<boolean> =>
  changedAny(
    sql
      .updateTable('connection')
      .set((eb) => ({ state: eb.ref('state') }))
      .where('id', '=', id),
  )

/** Of two users that leave a connection at once, the later one erases it. */
export const eraseUnused = async (sql: Run, id: number): Promise<void> => {
  const used = sql.selectFrom('installation').select('connection_id').where('connection_id', '=', id)
  await sql
    .deleteFrom('connection')
    .where('id', '=', id)
    .where('id', '<>', defaultId)
    .where('id', 'not in', used)
    .execute()
}

/** Null: no connection. False if either is gone. The former connection is erased if nobody else uses it. */
export const connect = (
  database: Database<InstallationTables>,
  installation: number,
  connection: number | null,
): Promise<boolean> =>
  database.transaction(async ({ sql }) => {
    const row = await sql
      .selectFrom('installation')
      .select('connection_id')
      .where('id', '=', installation)
      .executeTakeFirst()
    const former = row?.connection_id ?? null
    // In order of id, so that two moves in opposite directions don't wait for each other.
    const both = [former, connection].filter((id) => id !== null).sort((one, other) => one - other)
    for (const id of both) if (!(await holdConnection(sql, id)) && id === connection) return false
    await sql
      .updateTable('installation')
      .set({ connection_id: connection })
      .where('id', '=', installation)
      .execute()
    if (former !== null && former !== connection) await eraseUnused(sql, former)
    return row !== undefined
  })
