import { type Generated, Kysely, sql } from 'kysely'
import type { Database } from '../../src/bot/store/database.ts'
import { scoping } from '../../src/database/scope.ts'

/** Two tables with owners, and one without. `book` has a key of its own for each owner. */
export interface Library {
  book: { title: string; author: string; pages: number }
  author: { name: string; born: number; number: Generated<number> }
  shelf: { title: string }
}

const ownedBy = scoping(new Set(['book', 'author']), 'owner')

const libraryOf = ({ sql: queries }: Database, owner: number) =>
  (queries.withoutPlugins() as unknown as Kysely<Library>).withPlugin(ownedBy(owner))

/** Both owners have the same books, of other lengths, and another author each. */
export const openLibrary = async (database: Database) => {
  for (const statement of [
    'create table book (owner bigint not null, title text, author text, pages bigint, primary key (owner, title))',
    'create table author (owner bigint not null, name text, born bigint, number bigint)',
    'create table shelf (title text)',
  ])
    await sql.raw(statement).execute(database.sql)
  const [mine, yours] = [libraryOf(database, 1), libraryOf(database, 2)]
  await mine
    .insertInto('book')
    .values([
      { title: 'Emma', author: 'Austen', pages: 100 },
      { title: 'Faust', author: 'Goethe', pages: 200 },
    ])
    .execute()
  await yours.insertInto('book').values({ title: 'Emma', author: 'Austen', pages: 1_000 }).execute()
  await mine.insertInto('author').values({ name: 'Goethe', born: 1749, number: 1 }).execute()
  await yours.insertInto('author').values({ name: 'Austen', born: 1775, number: 1 }).execute()
  await mine
    .insertInto('shelf')
    .values([{ title: 'Emma' }, { title: 'Faust' }])
    .execute()
  const all = async () => {
    const { rows } = await sql<{ line: string }>`
      select owner || ' ' || title || ' ' || pages as line from book order by owner, title`.execute(
      database.sql,
    )
    return rows.map(({ line }) => line)
  }
  return { mine, yours, all }
}

export const raw = {
  count: sql<{ n: number | string }>`select count(*) as n from book`,
  countOf: (owner: number) =>
    sql<{ n: number | string }>`select count(*) as n from book where owner = ${owner}`,
  named: sql<{ n: number | string }>`select count(*) as n from ${sql.table('book')}`,
  identified: sql<{ n: number | string }>`select count(*) as n from ${sql.id('book')}`,
  inside: sql<boolean>`exists (select 1 from "book")`,
  longer: sql<boolean>`pages > 150 or book.pages < 0`,
  zorn: sql<string>`lower('ZORN')`,
}
