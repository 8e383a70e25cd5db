import { chmodSync, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { connect } from '../database/database.ts'
import { runSteps, stepsTaken } from '../database/migrate.ts'
import { holdLock, realPath } from '../database/sqlite.ts'
import { damageOf, putInPlace } from '../database/sqlite-files.ts'
import { StoreUnusable } from '../database/store-unusable.ts'
import { loadDump, stepsOfDump } from './dump.ts'
import type { Manifest, Saved } from './manifest.ts'
import { fileOf, type Places, type SecretFile, secretFiles } from './places.ts'
import { dropTables, isThere, onlyUs } from './postgres.ts'
import { newer, stepsNamed, stepsToNow } from './schema.ts'

/** What becomes of one database. */
export interface Replacement {
  /** Undefined if there is nothing to replace. */
  readonly replaces: string | undefined
  /** Where the replaced file stays. PostgreSQL's tables don't. */
  readonly keptAs: string | undefined
  carryOut(): Promise<void>
}

interface Task {
  readonly saved: Saved
  readonly url: string
  readonly folder: string
  /** Part of the names of replaced files. */
  readonly stamp: string
}

const checkSteps = (steps: readonly string[]) => {
  if (!stepsNamed(steps)) throw new StoreUnusable(`the backup is of a newer version: ${newer}`)
}

/** Prepares the file in the same folder, so that it can be moved into place in one step. */
/** A secret that was copied back is for its owner alone, whatever the copy was. */
const copyPrivately = (from: string, to: string): void => {
  copyFileSync(from, to)
  chmodSync(to, 0o600)
}

const staged = async ({ saved, folder }: Task, path: string): Promise<string> => {
  const copy = `${path}.restoring`
  for (const name of ['', '-wal', '-shm', '.lock']) rmSync(copy + name, { force: true })
  copyFileSync(join(folder, saved.file), copy)
  const damage = damageOf(copy)
  if (damage !== undefined) throw new StoreUnusable(`the backup is damaged: ${damage}`)
  {
    await using database = connect(`sqlite:${copy}`)
    const steps = await stepsTaken(database.sql)
    checkSteps(steps)
    await runSteps(database.sql, database.engine, stepsToNow(steps))
  }
  rmSync(`${copy}.lock`)
  return copy
}

const ofSqlite = async (task: Task, file: string, stack: AsyncDisposableStack): Promise<Replacement> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const path = realPath(file)
  const lock = holdLock(path)
  stack.defer(() => lock.close())
  const isReplaced = existsSync(path)
  const keptAs = `${path}.before-${task.stamp}`
  return {
    replaces: isReplaced ? path : undefined,
    keptAs: isReplaced ? keptAs : undefined,
    carryOut: async () => putInPlace(await staged(task, path), path, keptAs),
  }
}

/** For connections that were just closed. */
const closingMs = 3_000

/** In one transaction, which ends with the old tables or with those of the backup. */
const ofPostgres = async (
  { saved, url, folder }: Task,
  stack: AsyncDisposableStack,
): Promise<Replacement> => {
  const dump = join(folder, saved.file)
  const steps = await stepsOfDump(dump)
  checkSteps(steps)
  const database = stack.use(connect(url, 1))
  await onlyUs(database.sql, closingMs)
  const { host, pathname } = new URL(url)
  return {
    replaces: (await isThere(database.sql, 'kysely_migration'))
      ? `the tables in ${host}${pathname}`
      : undefined,
    keptAs: undefined,
    carryOut: () =>
      database.sql.transaction().execute(async (trx) => {
        await onlyUs(trx)
        await dropTables(trx)
        await loadDump(trx, dump)
        await runSteps(trx, database.engine, stepsToNow(steps))
      }),
  }
}

const placeOf = ({ databases }: Places, { of: [whose], engine }: Saved) => {
  const url = databases.find(({ of }) => of.some((one) => one === whose))?.url ?? ''
  const variable = whose === 'service' ? 'SERVICE_DATABASE_URL' : 'DATABASE_URL'
  if ((fileOf(url) === undefined) !== (engine === 'postgres'))
    throw new StoreUnusable(`the backup is of ${engine}, and ${variable} names another kind of database`)
  return { url, file: fileOf(url) }
}

const ofSecret = (
  name: SecretFile,
  { folder, stamp }: Pick<Task, 'folder' | 'stamp'>,
  dataDir: string,
): Replacement => {
  const path = join(dataDir, name)
  const isReplaced = existsSync(path)
  const keptAs = `${path}.before-${stamp}`
  return {
    replaces: isReplaced ? path : undefined,
    keptAs: isReplaced ? keptAs : undefined,
    carryOut: async () => {
      await mkdir(dataDir, { recursive: true, mode: 0o700 })
      copyPrivately(join(folder, name), `${path}.restoring`)
      if (isReplaced) copyPrivately(path, keptAs)
      renameSync(`${path}.restoring`, path)
    },
  }
}

/**
 * Checks that a backup can be restored, and says what that replaces. Until disposed with the stack, no other process
 * opens a SQLite file of them.
 */
export const planRestore = async (
  folder: string,
  { databases, files }: Manifest,
  places: Places,
  now: () => number,
  stack: AsyncDisposableStack,
): Promise<Replacement[]> => {
  const stamp = new Date(now()).toISOString().replace(/\..*/, '').replaceAll(/\D/g, '')
  const found: Replacement[] = []
  for (const saved of databases) {
    const { url, file } = placeOf(places, saved)
    const task = { saved, url, folder, stamp }
    found.push(file === undefined ? await ofPostgres(task, stack) : await ofSqlite(task, file, stack))
  }
  for (const name of secretFiles)
    if (files.some((file) => file.name === name))
      found.push(ofSecret(name, { folder, stamp }, places.dataDir))
  return found
}
