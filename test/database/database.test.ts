import { sql } from 'kysely'
import { expect, test, onTestFinished } from 'vitest'
import { openFresh } from '../support/databases.ts'
import { createItems, readItems, writeItems } from './items.ts'
import { readKey, writeKey } from '../../src/bot/store/key-values.ts'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../src/bot/store/database.ts'

test('a transaction on a full disk fails with that reason, not with the rollback that SQLite did itself', async () => {
  const database = await openFresh('sqlite')
  await createItems(database)
  // SQLite finds no room for another page.
  await sql`pragma max_page_count = 1`.execute(database.sql)
  const long = Array.from({ length: 500 }, (_, at) => `${at} ${'x'.repeat(5_000)}`)
  await expect(database.transaction((tx) => writeItems(tx, long))).rejects.toThrow(/disk is full/)
  expect(await readItems(database)).toEqual([])
})

/** Fails if the text is there. */
const addUnique = async (database: Database, text: string): Promise<void> => {
  await sql`create unique index if not exists item_text on item (text)`.execute(database.sql)
  await sql`insert into item (text) values (${text})`.execute(database.sql)
}

test('a lone statement that fails says why, and leaves nothing open behind it', async () => {
  const database = await openFresh('postgres')
  await createItems(database)
  await addUnique(database, 'a')
  await expect(addUnique(database, 'a')).rejects.toThrow('duplicate key')
  await writeKey(database.sql, 'after', 'it')
  expect(await readKey(database.sql, 'after')).toBe('it')
  expect(await readItems(database)).toEqual(['a'])
})

test('a lone statement whose commit is refused has failed', async () => {
  const database = await openFresh('postgres')
  await createItems(database)
  await sql`create function refuse_it() returns trigger language plpgsql as
    'begin raise exception ''not today''; end'`.execute(database.sql)
  await sql`create constraint trigger refuses after insert on item deferrable initially deferred
    for each row execute function refuse_it()`.execute(database.sql)
  await expect(addUnique(database, 'a')).rejects.toThrow('not today')
  expect(await readItems(database)).toEqual([])
})

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'onboarding-lock-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

test('a SQLite file in use is refused under every name: links to it, to its folder, made before it was', async () => {
  const [home, elsewhere] = [folder(), folder()]
  const file = join(home, 'bot.db')
  const link = join(elsewhere, 'link.db')
  symlinkSync(file, link)
  symlinkSync(home, join(elsewhere, 'folder'))
  await using _first = await openDatabase(`sqlite:${link}`)
  for (const path of [file, link, join(elsewhere, 'folder', 'bot.db')])
    await expect(openDatabase(`sqlite:${path}`), path).rejects.toThrow('in use by another running process')
})

test('a second opening that is refused here leaves the lock against other processes', async () => {
  const file = join(folder(), 'bot.db')
  await using _first = await openDatabase(`sqlite:${file}`)
  await expect(openDatabase(`sqlite:${file}`)).rejects.toThrow('in use by another running process')
  const locks = `new (require('node:sqlite').DatabaseSync)(process.argv[1]).exec('begin exclusive')`
  const other = spawnSync(process.execPath, ['-e', locks, `${file}.lock`], { encoding: 'utf8' })
  expect(other.stderr).toContain('database is locked')
})

test('a file that is no database is refused for that each time, and its lock is given back', async () => {
  const file = join(folder(), 'bot.db')
  writeFileSync(file, 'no database, but some text. '.repeat(200))
  for (const _time of [1, 2])
    await expect(openDatabase(`sqlite:${file}`)).rejects.toThrow('cannot be opened: file is not a database')
  rmSync(file)
  await using _database = await openDatabase(`sqlite:${file}`)
})
