import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/service/store/database.ts'
import { openDatabase as openWorkspace } from '../../src/playground/workspace/database.ts'
import { createLog } from '../../src/log.ts'
import { openDataDir, secretFiles } from '../../src/start/data-dir.ts'
import { childEnvironment } from '../support/run-main.ts'
import { freshFolder } from '../support/fresh-folder.ts'
import { root } from '../support/files.ts'

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
const modesIn = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]))

const watched = () => {
  const warnings: unknown[] = []
  const log = createLog('silent')
  log.warn = (...said: unknown[]) => void warnings.push(said)
  return { log, warnings }
}

test('a new data directory is for its owner alone, and so are the databases and all that stands beside them', async () => {
  const path = join(freshFolder(), 'data')
  const { log } = watched()
  await openDataDir(path, log)
  expect(modeOf(path)).toBe('700')
  await using database = await openDatabase(`sqlite:${join(path, 'service.db')}`)
  using workspace = openWorkspace(join(path, 'playground.db'))
  workspace.run("insert into setting values ('a', 'b')")
  expect(database.engine.name).toBe('sqlite')
  expect(modesIn(path)).toEqual({
    'playground.db': '600',
    'playground.db-shm': '600',
    'playground.db-wal': '600',
    'service.db': '600',
    'service.db-shm': '600',
    'service.db-wal': '600',
    'service.db.lock': '600',
    'service.db.lock-journal': '600',
  })
})

test('what an earlier version left open to others is tightened', async () => {
  const path = join(freshFolder(), 'data')
  mkdirSync(path, { mode: 0o755 })
  for (const name of ['service.db', 'service.db.lock', 'playground.db']) {
    writeFileSync(join(path, name), '')
    chmodSync(join(path, name), 0o644)
  }
  for (const name of secretFiles) writeFileSync(join(path, name), '', { mode: 0o600 })
  const { log, warnings } = watched()
  await openDataDir(path, log)
  await using _database = await openDatabase(`sqlite:${join(path, 'service.db')}`)
  using _workspace = openWorkspace(join(path, 'playground.db'))
  expect([modeOf(path), new Set(Object.values(modesIn(path))), warnings]).toEqual([
    '700',
    new Set(['600']),
    [],
  ])
})

test('a directory that others use too is left as it is, and said', async () => {
  const path = freshFolder()
  writeFileSync(join(path, 'notes.txt'), '')
  chmodSync(path, 0o755)
  const { log, warnings } = watched()
  await openDataDir(path, log)
  expect([modeOf(path), warnings.length]).toEqual(['755', 1])
})

test('a whole start under an open umask leaves nothing that others can read', () => {
  const path = join(freshFolder(), 'data')
  const env = { ...childEnvironment(), DATA_DIR: path, SERVICE_DATABASE_URL: `sqlite:${path}/service.db` }
  const command = 'umask 0 && exec "$0" src/main.ts service add-organization A a@x.example A'
  const { status } = spawnSync('sh', ['-c', command, process.execPath], { cwd: root, env })
  expect([status, modeOf(path), new Set(Object.values(modesIn(path)))]).toEqual([0, '700', new Set(['600'])])
})
