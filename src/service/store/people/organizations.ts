import { sql as raw } from 'kysely'
import { clockSlackMs } from '../../../contract/dates.ts'
import { hashOf } from '../../../contract/text.ts'
import type { Engine } from '../../../database/engine.ts'
import type { Queries } from '../database.ts'
import { addRows, nameKey, type New, type Scope } from '../rows.ts'

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
