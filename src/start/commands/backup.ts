import { isBlank } from '../../contract/text.ts'
import { existsSync, statSync } from 'node:fs'
import { join, resolve, basename, dirname } from 'node:path'
import { readDataConfig } from '../../config/config.ts'
import { DatabaseSync } from 'node:sqlite'
import { fileOf } from '../../database/sqlite.ts'
import { CannotRun, wrongUse } from '../cannot-run.ts'
import { secretFiles } from '../data-dir.ts'
import { chmod, copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { connect } from '../../database/database.ts'
import { StoreUnusable } from '../../database/trouble.ts'
import { holdBack } from '../../lanes/lanes.ts'
import type { LaneTables } from '../../lanes/tables.ts'

/** The files to copy, by the names of their copies. */
interface Sources {
  readonly databases: Readonly<Record<string, string>>
  readonly secrets: Readonly<Record<string, string>>
}

/** Copies a file in use as it is at one moment. A reader of its own needs no lock, and holds up no writer. */
const copyOf = (path: string, to: string): void => {
  using reader = new DatabaseSync(path, { readOnly: true })
  reader.prepare('vacuum into ?').run(to)
}

/** What is wrong with a file. Undefined if SQLite finds nothing. */
const damageOf = (path: string): string | undefined => {
  try {
    using reader = new DatabaseSync(path, { readOnly: true })
    const [row] = reader.prepare('pragma integrity_check(1)').all()
    const result = String(row?.['integrity_check'])
    return result === 'ok' ? undefined : result
  } catch (error) {
    return (error as Error).message
  }
}

const copyDatabase = async (file: string, copy: string): Promise<void> => {
  copyOf(file, copy)
  const damage = damageOf(copy)
  if (damage !== undefined) throw new StoreUnusable(`${file} is damaged: ${damage}`)
  // From this, a program knows that its database was restored.
  await using opened = connect<LaneTables>(`sqlite:${copy}`)
  await holdBack(opened.sql)
}

const fillFolder = async (folder: string, { databases, secrets }: Sources): Promise<void> => {
  for (const [name, file] of Object.entries(databases)) await copyDatabase(file, join(folder, name))
  for (const [name, file] of Object.entries(secrets))
    if (existsSync(file)) await copyFile(file, join(folder, name))
  for (const name of await readdir(folder))
    if (name.endsWith('.lock')) await rm(join(folder, name))
    else await chmod(join(folder, name), 0o600)
}

/** The folder gets its name when it is complete. */
const backUp = async (sources: Sources, target: string): Promise<void> => {
  if (existsSync(target) && (await readdir(target)).length > 0)
    throw new StoreUnusable(`${target} is not empty: name a new folder`)
  const folder = join(dirname(target), `.${basename(target)}.unfinished`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await fillFolder(folder, sources)
    await rm(target, { recursive: true, force: true })
    await rename(folder, target)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    // SQLite says that the disk is full, the system ENOSPC.
    if (/disk is full|ENOSPC/.test((error as Error).message))
      throw new CannotRun(`${dirname(target)} has no room left: make some, or name a folder on another disk.`)
    throw error
  }
}

const usage = 'backup FOLDER'

/** The files of SQLite, under their names in DATA_DIR. A machine can run one of the programs only. */
const databasesIn = (env: NodeJS.ProcessEnv, config: ReturnType<typeof readDataConfig>) => {
  const files: Record<string, string> = {}
  const left: string[] = []
  for (const [variable, url, name] of [
    ['DATABASE_URL', config.databaseUrl, 'onboarding.db'],
    ['SERVICE_DATABASE_URL', config.service.databaseUrl, 'service.db'],
  ] as const) {
    const file = fileOf(url)
    if (file === undefined)
      left.push(`${variable} leads to PostgreSQL: copy it with pg_dump (docs/operations.md).`)
    else if (existsSync(file)) files[name] = file
    else if (!isBlank(env[variable] ?? '')) throw new CannotRun(`${variable} names a file that is not there.`)
  }
  return { files, left }
}

/** Copies everything that cannot be made again, while the programs run. */
export const runBackup = async (env: NodeJS.ProcessEnv, words: readonly string[]): Promise<string> => {
  const [target, ...more] = words
  if (!target || target.startsWith('-') || more.length > 0) throw wrongUse(usage)
  const config = readDataConfig(env)
  const { files: databases, left } = databasesIn(env, config)
  if (Object.keys(databases).length === 0)
    throw new CannotRun(
      left.join('\n') || 'There is no database: set DATABASE_URL, SERVICE_DATABASE_URL, or DATA_DIR.',
    )
  const secrets = Object.fromEntries(secretFiles.map((name) => [name, join(config.dataDir, name)]))
  await backUp({ databases, secrets }, resolve(target))
  const copied = (await readdir(target)).sort().map((name) => {
    const { size } = statSync(join(target, name))
    return `  ${name.padEnd(20)}${String(size).padStart(12)} bytes`
  })
  return [
    `Backup in ${target}:`,
    ...copied,
    ...left,
    'It contains secrets, so keep it as safe as the database.',
  ].join('\n')
}
