import type { Kysely } from 'kysely'
import type { MigrationStep } from '../../../database/migrate.ts'
import { nameKey } from '../like.ts'
import type { ServiceTables } from '../tables.ts'
import { index, table, unique } from './schema.ts'

/** How people sign in to the web pages. Only hashes of sessions, links and passwords are stored. */
const signIn: MigrationStep = async (db) => {
  await table(db, 'page_session', {
    text: 'hash org person_uuid side',
    'text?': 'key_uuid',
    bigint: 'created_at expires_at',
  })
  await table(db, 'sign_in_link', {
    text: 'hash org person_uuid',
    'text?': 'key_uuid project_uuid',
    bigint: 'expires_at',
  })
  for (const name of ['page_session', 'sign_in_link']) {
    await unique(db, name, 'hash')
    await index(db, name, 'person_uuid')
    await index(db, name, 'expires_at')
  }
  await table(db, 'person_password', { text: 'person_uuid org hash', bigint: 'set_at' })
  await unique(db, 'person_password', 'person_uuid')
  await index(db, 'person_password', 'org')
  await index(db, 'person', 'email')
  await table(db, 'sign_in_guess', { text: 'who', bigint: 'tries until' })
  await unique(db, 'sign_in_guess', 'who')
  await index(db, 'sign_in_guess', 'until')
}

/** Lists a page of one organization's people without reading the others. */
const people: MigrationStep = async (db) => {
  await index(db, 'person', 'org', 'account_uuid', 'id')
  await index(db, 'person', 'org', 'role', 'id')
  await db.schema
    .alterTable('person')
    .addColumn('name_key', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await fillNames(db)
  await index(db, 'person', 'org', 'name_key')
  // A search by a part of a name reads this index, and then only the rows that match.
  await index(db, 'person', 'org', 'id', 'name_key', 'email')
}

/** In JavaScript, because the engines fold letters differently. */
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
