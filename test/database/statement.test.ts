import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { texts as botTexts, scopedTables } from '../../src/bot/store/database.ts'
import { statementsOf, type Given } from '../../src/database/statement.ts'
import { texts as laneTexts, type LaneTables } from '../../src/lanes/tables.ts'
import { eachEngine } from '../support/databases.ts'
import { filesBelow, root } from '../support/files.ts'
import { type Library, openLibrary } from './owned.ts'

const statement = statementsOf<Library, Kysely<Library>>()

let built = 0
const books = statement((db, { title, least }: Given<{ title: string; least?: number | undefined }>) => {
  built += 1
  return db
    .selectFrom('book')
    .selectAll()
    .where('title', '=', title)
    .$if(least !== undefined, (query) => query.where('pages', '>=', least ?? 0))
})
const among = statement((db, { titles }: Given<{ titles: readonly string[] }>, engine) =>
  db
    .selectFrom('book')
    .select('title')
    .where(engine.among('title', 'text', titles))
    .orderBy('title'),
)
const lengthen = statement((db, { by }: Given<{ by: number }>) =>
  db.updateTable('book').set((row) => ({ pages: row('pages', '+', by) })),
)
const add = statement((db, given: Given<{ title: string; author: string; pages: number }>) =>
  db.insertInto('book').values({ title: given.title, author: given.author, pages: given.pages }),
)
const everyones = statement(() => sql<{ n: number }>`select count(*) as n from book`)

eachEngine('statements that are built once', (fresh, engine) => {
  test('are built for each choice of values, and bind those of each call and its owner', async () => {
    const { mine, yours } = await openLibrary(await fresh())
    built = 0
    expect(await books.all(mine, { title: 'Emma' })).toEqual([
      { title: 'Emma', author: 'Austen', pages: 100 },
    ])
    expect(await books.first(yours, { title: 'Emma' })).toMatchObject({ pages: 1_000 })
    expect(await books.first(mine, { title: 'Lenz' })).toBeUndefined()
    await expect(books.one(mine, { title: 'Lenz' })).rejects.toThrow('found nothing')
    expect(built).toBe(1)
    expect(await books.all(mine, { title: 'Emma', least: 101 })).toEqual([])
    expect(await books.all(yours, { title: 'Emma', least: 101 })).toHaveLength(1)
    expect(await books.all(mine, { title: 'Emma', least: undefined })).toHaveLength(1)
    expect(built).toBe(2)
    expect(await among.all(mine, { titles: ['Faust', 'Emma', 'Lenz'] })).toEqual([
      { title: 'Emma' },
      { title: 'Faust' },
    ])
    expect(await among.all(yours, { titles: ['Faust', 'Emma'] })).toEqual([{ title: 'Emma' }])
  })

  test('change and add rows of their owner, and are undone with the transaction that they are part of', async () => {
    const { mine, yours, all } = await openLibrary(await fresh())
    expect(await lengthen.run(mine, { by: 1 })).toBe(2)
    expect(await add.run(yours, { title: 'Lenz', author: 'Büchner', pages: 3 })).toBe(1)
    const changed = ['1 Emma 101', '1 Faust 201', '2 Emma 1000', '2 Lenz 3']
    expect(await all()).toEqual(changed)
    const undone = mine.transaction().execute(async (tx) => {
      await lengthen.run(tx, { by: 1 })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await all()).toEqual(changed)
  })

  test('are refused if they can’t be limited to one owner', async () => {
    const { mine } = await openLibrary(await fresh())
    await expect(everyones.all(mine, {})).rejects.toThrow('limited to one owner')
  })

  test('of the bot are all limited to an installation, and the engine knows what they name', async () => {
    for (const file of filesBelow('src/bot', /\.ts$/)) await import(join(root, file))
    const { sql: queries } = await fresh()
    const all = botTexts.map((textFor) => textFor(queries))
    for (const text of all)
      for (const table of scopedTables)
        if (text.includes(`"${table}"`)) expect(text).toContain('installation_id')
    expect(all.length).toBeGreaterThan(2)
    const lanes = queries.withoutPlugins() as unknown as Kysely<LaneTables>
    for (const text of [...all, ...laneTexts.map((textFor) => textFor(lanes))])
      await lanes.connection().execute(async (connection) => {
        await sql.raw(`${engine === 'sqlite' ? 'explain' : 'prepare one as'} ${text}`).execute(connection)
        if (engine === 'postgres') await sql`deallocate one`.execute(connection)
      })
  })
})
