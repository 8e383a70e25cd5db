import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { eachEngine } from '../support/databases.ts'
import { type Library, openLibrary, raw } from './owned.ts'

const everything = ['1 Emma 100', '1 Faust 200', '2 Emma 1000']

eachEngine('statements of one owner', (fresh, engine) => {
  const open = async () => openLibrary(await fresh())

  test('read their own rows, which do not show the owner', async () => {
    const { mine, yours } = await open()
    const books = await mine.selectFrom('book').selectAll().orderBy('title').execute()
    expect(books).toEqual([
      { title: 'Emma', author: 'Austen', pages: 100 },
      { title: 'Faust', author: 'Goethe', pages: 200 },
    ])
    expect(await yours.selectFrom('book as b').select('b.pages').execute()).toEqual([{ pages: 1_000 }])
    const either = await yours
      .selectFrom('book')
      .select('title')
      .where((row) => row.or([row('title', '=', 'Faust'), row('pages', '>', 0)]))
      .execute()
    expect(either).toEqual([{ title: 'Emma' }])
    expect(await yours.selectFrom('book').select('title').where(raw.longer).execute()).toEqual([
      { title: 'Emma' },
    ])
    expect(await yours.selectFrom('shelf').select('title').execute()).toHaveLength(2)
  })

  test('join their own rows, and a left join keeps rows without a partner', async () => {
    const { mine, yours } = await open()
    const joined = (library: Kysely<Library>) =>
      library
        .selectFrom('book')
        .leftJoin('author', 'author.name', 'book.author')
        .select(['title', 'born'])
        .orderBy('title')
        .execute()
    expect(await joined(mine)).toEqual([
      { title: 'Emma', born: null },
      { title: 'Faust', born: 1749 },
    ])
    expect(await joined(yours)).toEqual([{ title: 'Emma', born: 1775 }])
    const inner = mine.selectFrom('shelf').innerJoin('book as b', 'b.title', 'shelf.title')
    expect(await inner.select('b.pages').orderBy('b.pages').execute()).toEqual([
      { pages: 100 },
      { pages: 200 },
    ])
    const both = yours.selectFrom(['book', 'author']).select(['title', 'name'])
    expect(await both.execute()).toEqual([{ title: 'Emma', name: 'Austen' }])
  })

  test('see their own rows in subqueries, CTEs and unions', async () => {
    const { mine, yours } = await open()
    const titles = yours.selectFrom('book').select('title')
    const onShelf = (library: Kysely<Library>) =>
      library
        .selectFrom('shelf')
        .select('title')
        .where('title', 'in', library.selectFrom('book').select('title'))
        .execute()
    expect(await onShelf(mine)).toHaveLength(2)
    expect(await onShelf(yours)).toEqual([{ title: 'Emma' }])
    const known = await yours
      .selectFrom('shelf')
      .select((row) => [
        'title',
        row
          .exists(row.selectFrom('book').select('pages').whereRef('book.title', '=', 'shelf.title'))
          .as('known'),
      ])
      .orderBy('title')
      .execute()
    expect(known.map(({ known }) => Boolean(known))).toEqual([true, false])
    const long = yours.with('long', (library) => library.selectFrom('book').selectAll())
    expect(await long.selectFrom('long').select('pages').execute()).toEqual([{ pages: 1_000 }])
    expect(await titles.unionAll(yours.selectFrom('author').select('name as title')).execute()).toEqual([
      { title: 'Emma' },
      { title: 'Austen' },
    ])
    const inner = yours.selectFrom(titles.as('mine')).select('mine.title')
    expect(await inner.execute()).toEqual([{ title: 'Emma' }])
  })

  test('change and delete their own rows only', async () => {
    const { mine, yours, all } = await open()
    await mine.updateTable('book').set({ pages: 1 }).execute()
    expect(await all()).toEqual(['1 Emma 1', '1 Faust 1', '2 Emma 1000'])
    await yours
      .updateTable('book')
      .from('author')
      .set((row) => ({ pages: row.ref('author.born') }))
      .whereRef('author.name', '=', 'book.author')
      .execute()
    expect(await all()).toEqual(['1 Emma 1', '1 Faust 1', '2 Emma 1775'])
    const gone = await yours.deleteFrom('book').returning('pages').execute()
    expect(gone).toEqual([{ pages: 1_775 }])
    expect(await all()).toEqual(['1 Emma 1', '1 Faust 1'])
    if (engine === 'sqlite') return
    await mine.deleteFrom('book').using('author').whereRef('author.name', '=', 'book.author').execute()
    expect(await all()).toEqual(['1 Emma 1'])
  })

  test('insert rows of their own, as values, from a select, and where a key conflicts', async () => {
    const { mine, yours, all } = await open()
    await yours
      .insertInto('book')
      .values([
        { title: 'Faust', author: 'Goethe', pages: 2_000 },
        { title: 'Emma', author: 'Austen', pages: 1_001 },
      ])
      .onConflict((conflict) =>
        conflict.column('title').doUpdateSet((row) => ({ pages: row.ref('excluded.pages') })),
      )
      .execute()
    expect(await all()).toEqual(['1 Emma 100', '1 Faust 200', '2 Emma 1001', '2 Faust 2000'])
    await mine
      .insertInto('book')
      .columns(['title', 'author', 'pages'])
      .expression((row) =>
        row
          .selectFrom('author')
          .select((author) => [author.val('Werther').as('title'), 'name', 'born'])
          .where('name', 'is not', null),
      )
      .onConflict((conflict) => conflict.column('title').doNothing())
      .execute()
    const mixed = { title: raw.zorn, author: 'X', pages: 3 }
    await mine.insertInto('book').values(mixed).execute()
    await mine
      .insertInto('book')
      .values({ title: 'Emma', author: '', pages: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    expect(await all()).toEqual([
      '1 Emma 100',
      '1 Faust 200',
      '1 Werther 1749',
      '1 zorn 3',
      '2 Emma 1001',
      '2 Faust 2000',
    ])
  })

  test('in raw SQL have to name the owner', async () => {
    const { mine, all } = await open()
    await expect(raw.count.execute(mine)).rejects.toThrow("raw SQL (select count(*) as n from book) can't be")
    await expect(raw.named.execute(mine)).rejects.toThrow('raw SQL')
    await expect(raw.identified.execute(mine)).rejects.toThrow('raw SQL')
    await expect(mine.selectFrom('shelf').select('title').where(raw.inside).execute()).rejects.toThrow(
      'raw SQL',
    )
    expect(Number((await raw.countOf(1).execute(mine)).rows[0]?.n)).toBe(2)
    expect(await all()).toEqual(everything)
  })

  test('of which it is not clear what they do are refused', async () => {
    const { mine, all } = await open()
    const owned = { title: 'Emma', author: '', pages: 0, owner: 2 }
    const refused: Record<string, () => Promise<unknown>> = {
      'a RightJoin': () =>
        mine.selectFrom('shelf').rightJoin('book', 'book.title', 'shelf.title').select('pages').execute(),
      'a FullJoin': () =>
        mine.selectFrom('book').fullJoin('shelf', 'book.title', 'shelf.title').select('pages').execute(),
      'a CrossJoin': () => mine.selectFrom('shelf').crossJoin('book').select('pages').execute(),
      'an insert with an owner': () => mine.insertInto('book').values(owned).execute(),
      'a change of the owner': () =>
        mine
          .updateTable('book')
          .set({ owner: 2 } as object)
          .execute(),
      'such an insert': () => mine.insertInto('book').defaultValues().execute(),
      'a conflict on a constraint': () =>
        mine
          .insertInto('book')
          .values({ title: 'Emma', author: '', pages: 0 })
          .onConflict((conflict) => conflict.constraint('book_pkey').doNothing())
          .execute(),
      'a MergeQueryNode': () =>
        mine
          .mergeInto('book')
          .using('shelf', 'shelf.title', 'book.title')
          .whenMatched()
          .thenDelete()
          .execute(),
      'a DropTableNode': () => mine.schema.dropTable('book').execute(),
    }
    for (const [what, statement] of Object.entries(refused))
      await expect(statement(), what).rejects.toThrow(what)
    expect(await all()).toEqual(everything)
  })
})
