import type { Kysely } from 'kysely'
import type { MigrationStep } from '../../../database/migrate.ts'
import { nameKey } from '../people/name-key.ts'
import type { ServiceTables } from '../tables.ts'

const table = async (
  db: Kysely<unknown>,
  name: string,
  columns: Readonly<Record<string, 'text' | 'bigint' | 'text?'>>,
) => {
  let made = db.schema.createTable(name)
  for (const [column, type] of Object.entries(columns))
    made =
      type === 'text?' ? made.addColumn(column, 'text') : made.addColumn(column, type, (c) => c.notNull())
  await made.execute()
}

const index = (db: Kysely<unknown>, name: string, columns: string[], isUnique = false) => {
  const made = db.schema
    .createIndex(`${name}_${columns.join('_')}`)
    .on(name)
    .columns(columns)
  return (isUnique ? made.unique() : made).execute()
}

/** How people come to the pages: sessions, links and passwords, of which only hashes are kept. */
const signIn: MigrationStep = async (db) => {
  const who = { hash: 'text', org: 'text', person_uuid: 'text', key_uuid: 'text?' } as const
  await table(db, 'page_session', { ...who, side: 'text', created_at: 'bigint', expires_at: 'bigint' })
  await table(db, 'sign_in_link', { ...who, project_uuid: 'text?', expires_at: 'bigint' })
  for (const name of ['page_session', 'sign_in_link']) {
    await index(db, name, ['hash'], true)
    await index(db, name, ['person_uuid'])
    await index(db, name, ['expires_at'])
  }
  await table(db, 'person_password', { person_uuid: 'text', org: 'text', hash: 'text', set_at: 'bigint' })
  await index(db, 'person_password', ['person_uuid'], true)
  await index(db, 'person_password', ['org'])
  await index(db, 'person', ['email'])
  await table(db, 'sign_in_guess', { who: 'text', tries: 'bigint', until: 'bigint' })
  await index(db, 'sign_in_guess', ['who'], true)
  await index(db, 'sign_in_guess', ['until'])
}

/** Finds a page of one organization's people without reading the others', however many they are. */
const people: MigrationStep = async (db) => {
  await index(db, 'person', ['org', 'account_uuid', 'id'])
  await index(db, 'person', ['org', 'role', 'id'])
  await db.schema
    .alterTable('person')
    .addColumn('name_key', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await fillNames(db)
  await index(db, 'person', ['org', 'name_key'])
  // A search by a part of a name reads this and no row that does not fit.
  await index(db, 'person', ['org', 'id', 'name_key', 'email'])
}

/** In JavaScript: the engines fold letters differently. */
const fillNames = async (any: Kysely<unknown>) => {
  const db = any as Kysely<Pick<ServiceTables, 'person'>>
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom('person')
      .select(['id', 'first_name', 'last_name'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(1_000)
      .execute()
    for (const { id, ...name } of rows)
      await db
        .updateTable('person')
        .set({ name_key: nameKey(name) })
        .where('id', '=', id)
        .execute()
    const end = rows.at(-1)
    if (!end) return
    last = end.id
  }
}

export const doorMigrations: Record<string, MigrationStep> = {
  '2026-11-22-service-1-sign-in': signIn,
  '2026-11-22-service-2-people': people,
}
