import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase, wholeBot } from '../../src/bot/store/database.ts'
import { writeKey } from '../../src/bot/store/key-values.ts'
import { runBackup } from '../../src/start/commands/backup.ts'
import { freshDatabaseUrl } from '../support/databases.ts'
import { freshFolder } from '../support/fresh-folder.ts'
import { smallDisk } from '../chaos/processes/database.ts'
import { contents, fill } from './filled.ts'

/** A database with rows in each table, and where the command finds it. */
const filled = async () => {
  const home = freshFolder()
  const url = await freshDatabaseUrl('sqlite')
  await fill(url, 30)
  writeFileSync(join(home, 'webhook-secret'), 'the-secret-of-the-hook')
  writeFileSync(join(home, 'encryption-key'), 'the-key-of-the-tokens')
  return { url, env: { DATABASE_URL: url, DATA_DIR: home }, home, copy: join(home, 'copy') }
}

const without = (names: readonly string[], tables: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(tables).filter(([table]) => !names.includes(table)))

test('a backup is made while the database is in use, and has all of it at one moment', async () => {
  const { url, env, copy } = await filled()
  const bot = await openDatabase(url)
  expect(await runBackup(env, [copy])).toContain('webhook-secret')
  await writeKey(bot.of(wholeBot).sql, 'after', 'the backup')
  await bot[Symbol.asyncDispose]()
  const [here, there] = [await contents(url), await contents(`sqlite:${join(copy, 'onboarding.db')}`)]
  // Only what the backup notes about itself differs, and the setting.
  const differing = ['lane', 'restored', 'setting']
  expect(without(differing, there)).toEqual(without(differing, here))
  expect(there['restored']).toHaveLength(1)
  expect(readFileSync(join(copy, 'webhook-secret'), 'utf8')).toBe('the-secret-of-the-hook')
  expect(readFileSync(join(copy, 'encryption-key'), 'utf8')).toBe('the-key-of-the-tokens')
})

test('is readable by its owner only, and complete or not there', async () => {
  const { url, env, home, copy } = await filled()
  await runBackup(env, [copy])
  expect(readdirSync(copy).sort()).toEqual(['encryption-key', 'onboarding.db', 'webhook-secret'])
  for (const path of [copy, ...readdirSync(copy).map((name) => join(copy, name))])
    expect(statSync(path).mode & 0o077).toBe(0)
  await expect(runBackup(env, [copy])).rejects.toThrow('is not empty')
  const damaged = freshFolder()
  const bytes = readFileSync(url.slice('sqlite:'.length))
  writeFileSync(join(damaged, 'onboarding.db'), bytes.fill(7, 4_096))
  await expect(runBackup({ DATA_DIR: damaged }, [join(home, 'next')])).rejects.toThrow()
  expect(readdirSync(home).filter((name) => name.includes('next'))).toEqual([])
})

test('names the place that has no room left', async (context) => {
  const { env, home } = await filled()
  const disk = smallDisk(home, 1)
  if (!disk?.folder) return context.skip('This user may not mount a disk.')
  const { folder, fill: fillDisk, close } = disk
  onTestFinished(close)
  fillDisk([])
  await expect(runBackup(env, [join(folder, 'copy')])).rejects.toThrow(
    `${folder} has no room left: make some, or name a folder on another disk.`,
  )
})

test('is not made without a database that the environment names', async () => {
  const { home } = await filled()
  const wrong = { DATABASE_URL: `sqlite:${join(home, 'misspelt.db')}`, DATA_DIR: home }
  await expect(runBackup(wrong, [join(home, 'next')])).rejects.toThrow(
    'DATABASE_URL names a file that is not there',
  )
})

test('leaves PostgreSQL to pg_dump', async () => {
  const home = freshFolder()
  const env = { DATABASE_URL: 'postgres://bot@127.0.0.1:1/bot', DATA_DIR: home }
  await expect(runBackup(env, [join(home, 'next')])).rejects.toThrow(
    'DATABASE_URL leads to PostgreSQL: copy it with pg_dump',
  )
})
