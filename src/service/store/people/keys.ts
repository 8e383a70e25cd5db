import { changedAny } from '../../../database/statement.ts'
import type { Queries } from '../database.ts'
import { type Row, type Scope, tableOf } from '../rows.ts'

interface KeyOwner {
  readonly org: string
  readonly personUuid: string
  readonly keyUuid: string
}

const active = (sql: Queries) =>
  sql
    .selectFrom('api_key')
    .where('api_key.deactivated_at', 'is', null)
    .select(['api_key.org', 'api_key.person_uuid as personUuid', 'api_key.uuid as keyUuid'])

/** Undefined when the key is unknown or deactivated. */
export const keyByHash = (sql: Queries, hash: string): Promise<KeyOwner | undefined> =>
  active(sql).where('api_key.hash', '=', hash).executeTakeFirst()

/** Also true for a deactivated key. */
export const isKeyKnown = async (sql: Queries, hash: string): Promise<boolean> =>
  (await sql.selectFrom('api_key').select('uuid').where('hash', '=', hash).executeTakeFirst()) !== undefined

/** Undefined also when the session's key is deactivated. */
export const sessionByHash = (sql: Queries, hash: string, now: number): Promise<KeyOwner | undefined> =>
  active(sql)
    .innerJoin('api_session', 'api_session.key_uuid', 'api_key.uuid')
    .where('api_session.hash', '=', hash)
    .where('api_session.expires_at', '>', now)
    .executeTakeFirst()

type KeyRow = Pick<Row<'api_key'>, 'uuid' | 'label' | 'created_at' | 'deactivated_at'>

/** Without the hashes, which never leave the store. */
export const listKeys = (scope: Scope): Promise<KeyRow[]> =>
  tableOf(scope, 'api_key')
    .select(['uuid', 'label', 'created_at', 'deactivated_at'])
    .orderBy('created_at')
    .execute()

/** Deactivates keys by their hashes, and ends their sessions. For those that everybody knows. */
export const endKnownKeys = async (sql: Queries, hashes: readonly string[], now: number): Promise<void> => {
  const keys = sql.selectFrom('api_key').select('uuid').where('hash', 'in', hashes)
  await sql.deleteFrom('api_session').where('key_uuid', 'in', keys).execute()
  await sql
    .updateTable('api_key')
    .set({ deactivated_at: now })
    .where('hash', 'in', hashes)
    .where('deactivated_at', 'is', null)
    .execute()
}

/** False when the key is unknown or already deactivated. */
export const deactivateKey = ({ sql, org }: Scope, uuid: string, now: number): Promise<boolean> =>
  changedAny(
    sql
      .updateTable('api_key')
      .set({ deactivated_at: now })
      .where('org', '=', org)
      .where('uuid', '=', uuid)
      .where('deactivated_at', 'is', null),
  )
