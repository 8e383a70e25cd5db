import { type Database, openDatabase } from '../../../src/service/store/database.ts'
import type { Story } from '../harness.ts'

const theirs = { org: 'another' } as const

/** A data field of the demo, by its name, is another organization’s from now on; the service has ended. */
export const giveDataField = async ({ databaseUrl }: Story, name: string): Promise<string> => {
  await using database = await openDatabase(databaseUrl)
  const given = database.sql.updateTable('data_field').set(theirs).where('name', '=', name).returning('uuid')
  return (await given.executeTakeFirstOrThrow()).uuid
}

export const givePerson = async ({ databaseUrl }: Story, email: string): Promise<string> => {
  await using database = await openDatabase(databaseUrl)
  const given = database.sql.updateTable('person').set(theirs).where('email', '=', email).returning('uuid')
  return (await given.executeTakeFirstOrThrow()).uuid
}

export const givePlaybook = async ({ databaseUrl }: Story, uuid: string): Promise<void> => {
  await using database = await openDatabase(databaseUrl)
  await database.sql.updateTable('playbook').set(theirs).where('uuid', '=', uuid).execute()
}

/** A delivery of another organization that was set aside. */
export const addTheirDelivery = async ({ sql }: Database): Promise<void> => {
  const row = { webhook_uuid: 'w', attempts: 1, last_error: 'gone', created_at: 1, settled_at: 2 }
  const delivery = { ...row, ...theirs, event_id: 1, state: 'aside' } as const
  await sql.insertInto('webhook_delivery').values(delivery).execute()
}

export const theirDeliveries = async ({ databaseUrl }: Story) => {
  await using database = await openDatabase(databaseUrl)
  const rows = database.sql.selectFrom('webhook_delivery').select('state').where('org', '=', theirs.org)
  return (await rows.execute()).map(({ state }) => state)
}
