import { type Insertable, sql as raw } from 'kysely'
import { clockSlackMs } from '../../../contract/dates.ts'
import type { Engine } from '../../../database/engine.ts'
import type { Queries } from '../database.ts'
import { type Scope, nameKey } from '../rows.ts'
import type { ServiceTables } from '../tables.ts'

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
 * millisecond after its last event, because receivers tell events apart by time and each node has its own clock. If the
 * clock was put back since, now: otherwise all later events would keep the wrong time.
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

type Rows<T extends keyof ServiceTables> = Insertable<ServiceTables[T]>[]

/**
 * Writes an organization and its first rows if it is new. The key and the integration are written each time: a new
 * key replaces the one with the same label, and a key that somebody deactivated stays deactivated.
 */
export const writeOrganization = async (
  sql: Queries,
  made: {
    organization: Insertable<ServiceTables['organization']>
    people: Rows<'person'>
    accounts?: Rows<'account'>
    playbooks?: Rows<'playbook'>
    dataFields?: Rows<'data_field'>
    key: Insertable<ServiceTables['api_key']>
    integration: Insertable<ServiceTables['integration']>
  },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await sql
    .insertInto('organization')
    .values(made.organization)
    .onConflict((conflict) => conflict.column('uuid').doNothing())
    .executeTakeFirstOrThrow()
  const fresh = (numInsertedOrUpdatedRows ?? 0n) > 0n
  if (fresh) {
    if (made.accounts) await sql.insertInto('account').values(made.accounts).execute()
    await sql
      .insertInto('person')
      .values(made.people.map((person) => ({ ...person, name_key: nameKey(person) })))
      .execute()
    if (made.playbooks) await sql.insertInto('playbook').values(made.playbooks).execute()
    if (made.dataFields) await sql.insertInto('data_field').values(made.dataFields).execute()
  }
  await sql
    .updateTable('api_key')
    .set({ deactivated_at: made.key.created_at })
    .where('org', '=', made.organization.uuid)
    .where('label', '=', made.key.label)
    .where('hash', '<>', made.key.hash)
    .where('deactivated_at', 'is', null)
    .execute()
  await sql
    .insertInto('api_key')
    .values(made.key)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
  await sql
    .insertInto('integration')
    .values(made.integration)
    .onConflict((conflict) => conflict.columns(['org', 'uuid']).doNothing())
    .execute()
  return fresh
}
