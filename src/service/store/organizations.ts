import { sql as raw } from 'kysely'
import { clockSlackMs } from '../../contract/dates.ts'
import { hashOf } from '../../contract/text.ts'
import type { Engine } from '../../database/engine.ts'
import type { Queries } from './database.ts'
import { addRows, nameKey, type New, type Scope, tableOf } from './rows.ts'
import { changedAny } from '../../database/statement.ts'

export const organizationName = async ({ sql, org }: Scope): Promise<string> => {
  const row = await sql.selectFrom('organization').select('name').where('uuid', '=', org).executeTakeFirst()
  return row?.name ?? ''
}

export const isOrganizationNamed = async (sql: Queries, name: string): Promise<boolean> => {
  const row = await sql.selectFrom('organization').select('uuid').where('name', '=', name).executeTakeFirst()
  return row !== undefined
}

export const hasOrganization = async (sql: Queries): Promise<boolean> =>
  (await sql.selectFrom('organization').select('uuid').limit(1).executeTakeFirst()) !== undefined

/** Locks the organization, as each of its events does. SQLite has only one writer anyway. */
export const lockOrganization = async ({ sql, org }: Scope, engine: Engine): Promise<void> => {
  if (engine.forUpdate === '') return
  await sql.selectFrom('organization').select('uuid').where('uuid', '=', org).forUpdate().execute()
}

/**
 * Locks the organization, so that its events are numbered in commit order. Returns the time of its next event: now, or a
 * millisecond after its last event, because receivers tell events apart by time and each node has its own clock. A last
 * event too far ahead came from a wrong clock, so it does not count.
 */
export const lockForEvent = async ({ sql, org }: Scope, now: number): Promise<number> => {
  const { last_event_at: at } = await sql
    .updateTable('organization')
    .set({
      last_event_at: raw<number>`case when last_event_at between ${now} and ${now + clockSlackMs}
        then last_event_at + 1 else ${now} end`,
    })
    .where('uuid', '=', org)
    .returning('last_event_at')
    .executeTakeFirstOrThrow()
  return at
}

export interface MadeOrganization {
  readonly organization: { readonly uuid: string; readonly name: string }
  readonly people: Omit<New<'person'>, 'is_active'>[]
  readonly accounts?: New<'account'>[]
  readonly playbooks?: New<'playbook'>[]
  readonly dataFields?: New<'data_field'>[]
  readonly key: {
    readonly uuid: string
    readonly secret: string
    readonly label: string
    readonly person_uuid: string
  }
  readonly integrationUuid: string
}

/**
 * Writes an organization and its first rows if it is new. The key and the integration are written each time: a new
 * key replaces the one with the same label, and a key that somebody deactivated stays deactivated.
 */
export const writeOrganization = async (sql: Queries, made: MadeOrganization, now: number): Promise<void> => {
  const org = made.organization.uuid
  const scope = { sql, org }
  const { numInsertedOrUpdatedRows } = await sql
    .insertInto('organization')
    .values(made.organization)
    .onConflict((conflict) => conflict.column('uuid').doNothing())
    .executeTakeFirstOrThrow()
  if ((numInsertedOrUpdatedRows ?? 0n) > 0n) {
    const people = made.people.map((one) => ({ ...one, is_active: 1 as const, name_key: nameKey(one) }))
    await addRows(scope, 'person', people)
    await addRows(scope, 'account', made.accounts ?? [])
    await addRows(scope, 'playbook', made.playbooks ?? [])
    await addRows(scope, 'data_field', made.dataFields ?? [])
  }
  const { secret, ...named } = made.key
  const key = { ...named, org, hash: hashOf(secret), created_at: now }
  await sql
    .updateTable('api_key')
    .set({ deactivated_at: now })
    .where((eb) => eb.and({ org, label: key.label }))
    .where('hash', '<>', key.hash)
    .where('deactivated_at', 'is', null)
    .execute()
  await sql
    .insertInto('api_key')
    .values(key)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
  await sql
    .insertInto('integration')
    .values({ uuid: made.integrationUuid.toLowerCase(), org, name: 'CRM' })
    .onConflict((conflict) => conflict.columns(['org', 'uuid']).doNothing())
    .execute()
}

const activeKeys = (sql: Queries) =>
  sql
    .selectFrom('api_key')
    .where('api_key.deactivated_at', 'is', null)
    .select(['api_key.org', 'api_key.person_uuid as personUuid', 'api_key.uuid as keyUuid'])

export const keyByHash = (sql: Queries, hash: string) =>
  activeKeys(sql).where('api_key.hash', '=', hash).executeTakeFirst()

/** Also true for a deactivated key. */
export const isKeyKnown = async (sql: Queries, hash: string): Promise<boolean> =>
  (await sql.selectFrom('api_key').select('uuid').where('hash', '=', hash).executeTakeFirst()) !== undefined

/** Undefined also when the session's key is deactivated. */
export const sessionByHash = (sql: Queries, hash: string, now: number) =>
  activeKeys(sql)
    .innerJoin('api_session', 'api_session.key_uuid', 'api_key.uuid')
    .where('api_session.hash', '=', hash)
    .where('api_session.expires_at', '>', now)
    .executeTakeFirst()

/** Without the hashes, which never leave the store. */
export const listKeys = (scope: Scope) =>
  tableOf(scope, 'api_key')
    .select(['uuid', 'label', 'created_at', 'deactivated_at'])
    .orderBy('created_at')
    .execute()

/** Deactivates keys that everybody knows, and ends their sessions. */
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

export const deactivateKey = ({ sql, org }: Scope, uuid: string, now: number): Promise<boolean> =>
  changedAny(
    sql
      .updateTable('api_key')
      .set({ deactivated_at: now })
      .where('org', '=', org)
      .where('uuid', '=', uuid)
      .where('deactivated_at', 'is', null),
  )

/** The usage of these periods. Their rows stay locked until the transaction ends. */
export const usedIn = async (scope: Scope, engine: Engine, periods: readonly string[]) => {
  await scope.sql
    .insertInto('api_usage')
    .values(periods.map((period) => ({ org: scope.org, period, used: 0 })))
    .onConflict((conflict) => conflict.columns(['org', 'period']).doNothing())
    .execute()
  const rows = await tableOf(scope, 'api_usage')
    .select(['period', 'used'])
    .where('period', 'in', periods)
    .orderBy('period')
    .$call((query) => (engine.forUpdate ? query.forUpdate() : query))
    .execute()
  return new Map(rows.map(({ period, used }) => [period, used]))
}

export const setUsed = async ({ sql, org }: Scope, period: string, used: number): Promise<void> => {
  await sql
    .updateTable('api_usage')
    .set({ used })
    .where('org', '=', org)
    .where('period', '=', period)
    .execute()
}

export const readUsed = async (scope: Scope, period: string): Promise<number> => {
  const row = await tableOf(scope, 'api_usage').select('used').where('period', '=', period).executeTakeFirst()
  return row?.used ?? 0
}

/** Adds to the usage of periods, and returns what they have then. Their rows stay locked until the transaction ends. */
export const addUsed = async ({ sql, org }: Scope, periods: readonly string[], used: number) => {
  const rows = await sql
    .insertInto('api_usage')
    .values(periods.map((period) => ({ org, period, used })))
    .onConflict((conflict) =>
      conflict
        .columns(['org', 'period'])
        .doUpdateSet((eb) => ({ used: eb('api_usage.used', '+', eb.ref('excluded.used')) })),
    )
    .returning(['period', 'used'])
    .execute()
  return new Map(rows.map((row) => [row.period, row.used]))
}

/** Forgets past periods of one kind, by a pattern of their names. Periods sort as text. */
export const forgetPeriodsBefore = async (
  { sql, org }: Scope,
  pattern: string,
  first: string,
): Promise<void> => {
  await sql
    .deleteFrom('api_usage')
    .where('org', '=', org)
    .where('period', 'like', pattern)
    .where('period', '<', first)
    .execute()
}
