import { expect, test, vi } from 'vitest'
import { openDatabase as openBot } from '../../src/bot/store/database.ts'
import { openDatabase as openService } from '../../src/service/store/database.ts'
import { migrateDatabase } from '../../src/start/commands/migrate.ts'
import { emptyUrl, freshDatabaseUrl } from '../support/databases.ts'
import { contents, fill, nextNumber } from './filled.ts'

// Processes and databases are started.
vi.setConfig({ testTimeout: 120_000 })

const fileOf = (url: string) => url.slice('sqlite:'.length)

/** Both programs' tables, as when they share a database. */
const filledFile = async (rows: number) => {
  const url = await freshDatabaseUrl('sqlite')
  await fill(url, rows)
  return url
}

test('moves every table of both programs to PostgreSQL, which then continues every sequence', async () => {
  const from = await filledFile(20)
  const to = await emptyUrl('postgres')
  const moved: string[] = []
  await migrateDatabase(fileOf(from), to, (table, rows) => moved.push(`${table} ${rows}`))
  expect(moved.length).toBeGreaterThan(40)
  expect(moved).toContain('job 20')
  const wanted = await contents(from)
  expect(await contents(to)).toEqual(wanted)
  // Both programs open it, and the first new row does not take the number of another.
  await using bot = await openBot(to)
  await using _service = await openService(to)
  expect(await nextNumber(bot.lanes)).toBe(41)
})

test('an interruption leaves nothing there, so the same command runs again', async () => {
  const from = await filledFile(1_200)
  const to = await emptyUrl('postgres')
  const stop = new Error('stopped')
  const inTheMiddle = (table: string) => {
    if (table === 'setting') throw stop
  }
  await expect(migrateDatabase(fileOf(from), to, inTheMiddle)).rejects.toBe(stop)
  expect(await contents(to)).toEqual({})
  await migrateDatabase(fileOf(from), to, () => undefined)
  expect(await contents(to)).toEqual(await contents(from))
})

test('refuses a file in use, a file that is not there, and a target with tables', async () => {
  const from = await filledFile(1)
  const file = fileOf(from)
  const move = async (to: string) => migrateDatabase(file, to, () => undefined)
  await expect(move(await freshDatabaseUrl('postgres'))).rejects.toThrow('the target is not empty')
  await expect(migrateDatabase(`${file}x`, await emptyUrl('postgres'), () => undefined)).rejects.toThrow(
    'does not exist',
  )
  await using _bot = await openBot(from)
  await expect(move(await emptyUrl('postgres'))).rejects.toThrow('in use by another running process')
})
