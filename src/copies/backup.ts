import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { connect } from '../database/database.ts'
import { copyOf, damageOf } from '../database/sqlite-files.ts'
import { StoreUnusable } from '../database/store-unusable.ts'
import { holdBack } from '../lanes/lanes.ts'
import type { LaneTables } from '../lanes/tables.ts'

interface Copied {
  readonly name: string
  readonly bytes: number
}

/** What to copy, each under a name of its own. */
interface Sources {
  readonly databases: Readonly<Record<string, string>>
  readonly secrets: Readonly<Record<string, string>>
}

const copyDatabase = async (file: string, copy: string): Promise<void> => {
  copyOf(file, copy)
  const damage = damageOf(copy)
  if (damage !== undefined) throw new StoreUnusable(`${file} is damaged: ${damage}`)
  // Its programs know from it that they were restored.
  await using opened = connect<LaneTables>(`sqlite:${copy}`)
  await holdBack(opened.sql)
}

const fill = async (folder: string, { databases, secrets }: Sources): Promise<void> => {
  for (const [name, file] of Object.entries(databases)) await copyDatabase(file, join(folder, name))
  for (const [name, file] of Object.entries(secrets))
    if (existsSync(file)) await copyFile(file, join(folder, name))
  for (const name of await readdir(folder))
    if (name.endsWith('.lock')) await rm(join(folder, name))
    else await chmod(join(folder, name), 0o600)
}

const isTaken = async (folder: string) => existsSync(folder) && (await readdir(folder)).length > 0

/**
 * Copies SQLite files that are in use, each as it is at one moment, and the generated secrets, into a new folder. The
 * folder gets its name when it is complete.
 */
export const backUp = async (sources: Sources, target: string): Promise<Copied[]> => {
  if (await isTaken(target)) throw new StoreUnusable(`${target} is not empty: name a new folder`)
  const folder = join(dirname(target), `.${basename(target)}.unfinished`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await fill(folder, sources)
    await rm(target, { recursive: true, force: true })
    await rename(folder, target)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  const names = await readdir(target)
  return Promise.all(
    names.sort().map(async (name) => ({ name, bytes: (await stat(join(target, name))).size })),
  )
}
