import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { openDatabase, wholeBot } from '../../src/bot/store/database.ts'
import { readSetting, writeSetting } from '../../src/bot/store/settings.ts'
import { secretFiles } from '../../src/copies/places.ts'
import { runBackup } from '../../src/start/commands/backup.ts'
import { runMigrate } from '../../src/start/commands/migrate.ts'
import { runRestore } from '../../src/start/commands/restore.ts'
import { eachEngine, type EngineName, freshDatabaseUrl } from '../support/databases.ts'
import { noteStep } from '../database/journal.ts'
import { emptyUrl } from '../support/empty-url.ts'
import { contents, fill } from './filled.ts'
import { freshFolder } from '../support/fresh-folder.ts'

// Processes and databases are started.
vi.setConfig({ testTimeout: 120_000 })

/** A database with rows in each table, and where commands find it. */
const filled = async (engine: EngineName) => {
  const home = freshFolder()
  const file = await freshDatabaseUrl('sqlite')
  await fill(file, 30)
  const contained = await contents(file)
  const url = engine === 'sqlite' ? file : await emptyUrl('postgres')
  if (engine === 'postgres') await runMigrate({}, ['--from', file, '--to', url])
  writeFileSync(join(home, 'webhook-secret'), 'the-secret-of-the-hook')
  writeFileSync(join(home, 'encryption-key'), 'the-key-of-the-tokens')
  const env = { DATABASE_URL: url, SERVICE_DATABASE_URL: url, DATA_DIR: home, SERVICE_API_KEY: 'x' }
  return { url, env, home, contained, copy: join(home, 'copy') }
}

const main = join(import.meta.dirname, '../../src/main.ts')

const without = (name: string, tables: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(tables).filter(([table]) => table !== name))

/** Replaces words in a file of a backup, as somebody would who also corrects the checksum. */
const forge = (folder: string, name: string, change: (text: string) => string) => {
  const path = join(folder, name)
  const was = readFileSync(path)
  const is = gzipSync(change(gunzipSync(was).toString()))
  const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  writeFileSync(path, is)
  const manifest = join(folder, 'backup.json')
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(sumOf(was), sumOf(is)))
}

eachEngine('a backup', (_fresh, engine) => {
  test('is made while the database is in use, has all of it at one moment, and replaces it only when told to', async () => {
    const { url, env, home, copy } = await filled(engine)
    // The first opening frees the leases of earlier processes.
    await (await openDatabase(url))[Symbol.asyncDispose]()
    const before = await contents(url)
    const bot = await openDatabase(url)
    expect(await runBackup(env, [copy])).toContain('webhook-secret')
    await writeSetting(bot.of(wholeBot).sql, 'after', 'the backup')
    await expect(runRestore(env, [copy, '--yes'])).rejects.toThrow('in use')
    await bot[Symbol.asyncDispose]()

    expect(await runRestore(env, [copy])).toBe(2)
    const still = await openDatabase(url)
    expect(await readSetting(still.of(wholeBot).sql, 'after')).toBe('the backup')
    await still[Symbol.asyncDispose]()

    for (const name of secretFiles) writeFileSync(join(home, name), 'another')
    expect(await runRestore(env, [copy, '--yes'])).toContain('The bot has lost what happened since then')
    expect(readFileSync(join(home, 'webhook-secret'), 'utf8')).toBe('the-secret-of-the-hook')
    expect(readFileSync(join(home, 'encryption-key'), 'utf8')).toBe('the-key-of-the-tokens')
    const after = await contents(url)
    expect(without('setting', after)).toEqual(without('setting', before))
    await using restored = await openDatabase(url)
    expect(await readSetting(restored.of(wholeBot).sql, 'after')).toBeUndefined()
  })

  test('is readable by its owner only, and complete or not there', async () => {
    const { env, home, copy } = await filled(engine)
    await runBackup(env, [copy])
    expect(statSync(copy).mode & 0o077).toBe(0)
    await expect(runBackup(env, [copy])).rejects.toThrow('is not empty')
    await expect(
      runBackup({ ...env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' }, [join(home, 'next')]),
    ).rejects.toThrow()
    expect(readdirSync(home).filter((name) => name.includes('next'))).toEqual([])
  })

  test('that is damaged is refused before anything is replaced', async () => {
    const { url, env, copy } = await filled(engine)
    await runBackup(env, [copy])
    const before = await contents(url)
    const name = readdirSync(copy).find((one) => one.startsWith('bot.')) ?? ''
    const bytes = readFileSync(join(copy, name))
    const middle = Math.floor(bytes.length / 2)
    writeFileSync(join(copy, name), bytes.fill(bytes.readUInt8(middle) ^ 1, middle, middle + 1))
    await expect(runRestore(env, [copy, '--yes'])).rejects.toThrow(`${name} is not as it was written`)
    expect(await contents(url)).toEqual(before)
  })
})

test('a backup and its restore have every row of every installation', async () => {
  const { env, copy, contained } = await filled('postgres')
  await runBackup(env, [copy])
  const fresh = await emptyUrl('postgres')
  await runRestore({ ...env, DATABASE_URL: fresh, SERVICE_DATABASE_URL: fresh }, [copy, '--yes'])
  expect(await contents(fresh)).toEqual(contained)
})

test('a restore of PostgreSQL that fails leaves every row as it was', async () => {
  const { url, env, copy } = await filled('postgres')
  await runBackup(env, [copy])
  const before = await contents(url)
  forge(copy, 'bot.jsonl.gz', (text) => text.replace(/\{"rows":30,(.*)\}\n$/, '{"rows":31,$1}\n'))
  await expect(runRestore(env, [copy, '--yes'])).rejects.toThrow('a table has other rows than it says')
  expect(await contents(url)).toEqual(before)
})

test('a backup of a newer version is refused', async () => {
  const { env, copy } = await filled('postgres')
  await runBackup(env, [copy])
  forge(copy, 'bot.jsonl.gz', (text) =>
    text.replace('"2026-11-25-lanes"', '"2026-11-25-lanes","2999-01-01-bot-of-later"'),
  )
  await expect(runRestore(env, [copy, '--yes'])).rejects.toThrow('the backup is of a newer version')
})

test('the replaced SQLite file stays beside the restored one, with the last commits of a killed bot', async () => {
  const { url, env, copy } = await filled('sqlite')
  await runBackup(env, [copy])
  const file = url.slice('sqlite:'.length)
  const bot = await openDatabase(url)
  await writeSetting(bot.of(wholeBot).sql, 'after', 'the backup')
  await bot[Symbol.asyncDispose]()
  await runRestore(env, [copy, '--yes'])
  const folder = join(file, '..')
  const [kept = ''] = readdirSync(folder).filter((name) => name.includes('.before-'))
  await using old = await openDatabase(`sqlite:${join(folder, kept)}`)
  expect(await readSetting(old.of(wholeBot).sql, 'after')).toBe('the backup')
  expect(
    readdirSync(folder).filter((name) => /restoring|-wal/.test(name) && !name.includes('before')),
  ).toEqual([])
  expect(existsSync(file)).toBe(true)
})

test('after an upgrade, a backup goes into a new database, because the program does not know what to replace', async () => {
  const { url, env, copy, contained } = await filled('postgres')
  await runBackup(env, [copy])
  await noteStep(url, '2999-01-01-bot-of-a-later-version')
  await expect(runRestore(env, [copy, '--yes'])).rejects.toThrow('restore into a new, empty database')
  const fresh = await emptyUrl('postgres')
  await runRestore({ ...env, DATABASE_URL: fresh, SERVICE_DATABASE_URL: fresh }, [copy, '--yes'])
  expect((await contents(fresh))['reply']?.rows).toBe(contained['reply']?.rows)
})

test.each(['sqlite', 'postgres'] as const)(
  'a restore that is killed at any moment leaves the old rows or those of the backup, and can be run again (%s)',
  async (engine) => {
    const { url, env, copy } = await filled(engine)
    await runBackup(env, [copy])
    const bot = await openDatabase(url)
    await writeSetting(bot.of(wholeBot).sql, 'after', 'the backup')
    await bot[Symbol.asyncDispose]()
    const seen = new Set<string>()
    for (const ms of [200, 300, 350, 400, 450, 500, 600]) {
      const child = spawn(process.execPath, [main, 'restore', copy, '--yes'], { env, stdio: 'ignore' })
      setTimeout(() => child.kill('SIGKILL'), ms)
      await once(child, 'exit')
      await using after = await openDatabase(url)
      const isOld = (await readSetting(after.of(wholeBot).sql, 'after')) !== undefined
      seen.add(isOld ? 'old' : 'restored')
    }
    await runRestore(env, [copy, '--yes'])
    await using restored = await openDatabase(url)
    expect(await readSetting(restored.of(wholeBot).sql, 'after')).toBeUndefined()
    expect(seen).toContain('old')
  },
)

test('a backup is not made without a database that the environment names', async () => {
  const { env, home } = await filled('sqlite')
  const wrong = { ...env, DATABASE_URL: `sqlite:${join(home, 'misspelt.db')}` }
  await expect(runBackup(wrong, [join(home, 'next')])).rejects.toThrow(
    'DATABASE_URL names a file that is not there',
  )
})

test('a backup of one engine is not restored into the other', async () => {
  const { env, copy } = await filled('sqlite')
  await runBackup(env, [copy])
  const other = await emptyUrl('postgres')
  await expect(
    runRestore({ ...env, DATABASE_URL: other, SERVICE_DATABASE_URL: other }, [copy]),
  ).rejects.toThrow('DATABASE_URL names another kind of database')
})

test('a restored service says what it lost, and nothing of Slack', async () => {
  const [home, url] = [freshFolder(), await freshDatabaseUrl('sqlite')]
  const env = { SERVICE_DATABASE_URL: url, DATA_DIR: home }
  const copy = join(home, 'copy')
  await runBackup(env, [copy])
  const said = await runRestore(env, [copy, '--yes'])
  expect(said).toContain('The service has lost what people did since then')
  expect(said).not.toContain('Slack')
})
