import type { Selectable } from 'kysely'
import type { Queries } from '../database.ts'
import type { ServiceTables } from '../tables.ts'

export interface KeyOwner {
  readonly org: string
  readonly personUuid: string
  readonly keyUuid: string
}

const active = (sql: Queries) =>
  sql
    .selectFrom('api_key')
    .where('api_key.deactivated_at', 'is', null)
    .select(['api_key.org', 'api_key.person_uuid as personUuid', 'api_key.uuid as keyUuid'])

/** Whose key has this hash; undefined when it is unknown or deactivated. */
export const keyByHash = (sql: Queries, hash: string): Promise<KeyOwner | undefined> =>
  active(sql).where('api_key.hash', '=', hash).executeTakeFirst()

/** Whose session has this hash; a deactivated key ends its sessions. */
export const sessionByHash = (sql: Queries, hash: string, now: number): Promise<KeyOwner | undefined> =>
  active(sql)
    .innerJoin('api_session', 'api_session.key_uuid', 'api_key.uuid')
    .where('api_session.hash', '=', hash)
    .where('api_session.expires_at', '>', now)
    .executeTakeFirst()

export const addSession = async (
  sql: Queries,
  session: { hash: string; keyUuid: string; expiresAt: number; now: number },
): Promise<void> => {
  await sql.deleteFrom('api_session').where('expires_at', '<=', session.now).execute()
  await sql
    .insertInto('api_session')
    .values({ hash: session.hash, key_uuid: session.keyUuid, expires_at: session.expiresAt })
    .execute()
}

export type KeyRow = Pick<
  Selectable<ServiceTables['api_key']>,
  'uuid' | 'label' | 'created_at' | 'deactivated_at'
>

/** Never the hash: nothing of a key leaves the store but its label. */
export const listKeys = (sql: Queries, org: string): Promise<KeyRow[]> =>
  sql
    .selectFrom('api_key')
    .select(['uuid', 'label', 'created_at', 'deactivated_at'])
    .where('org', '=', org)
    .orderBy('created_at')
    .execute()

export const addKey = async (
  sql: Queries,
  key: Omit<Selectable<ServiceTables['api_key']>, 'deactivated_at'>,
): Promise<void> => {
  await sql
    .insertInto('api_key')
    .values({ ...key, deactivated_at: null })
    .execute()
}

/** False when there is no active key of this uuid. */
export const deactivateKey = async (
  sql: Queries,
  org: string,
  uuid: string,
  now: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await sql
    .updateTable('api_key')
    .set({ deactivated_at: now })
    .where('org', '=', org)
    .where('uuid', '=', uuid)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
