import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { copyOf, damageOf } from '../database/sqlite-files.ts'
import { StoreUnusable } from '../database/store-unusable.ts'
import { dumpPostgres } from './dump.ts'
import { type Manifest, type Saved, writeManifest } from './manifest.ts'
import { fileOf, type Places, secretFiles } from './places.ts'

const save = async (url: string, folder: string, of: Saved['of']): Promise<Saved> => {
  const file = fileOf(url)
  if (file === undefined) {
    const name = `${of[0]}.jsonl.gz`
    await dumpPostgres(url, join(folder, name))
    return { of, engine: 'postgres', file: name }
  }
  const name = `${of[0]}.db`
  copyOf(file, join(folder, name))
  const damage = damageOf(join(folder, name))
  if (damage !== undefined) throw new StoreUnusable(`${file} is damaged: ${damage}`)
  await chmod(join(folder, name), 0o600)
  return { of, engine: 'sqlite', file: name }
}

const isTaken = async (folder: string) => existsSync(folder) && (await readdir(folder)).length > 0

/**
 * Copies databases that are in use, each as it is at one moment, and the generated secrets, into a new folder.
 * The folder gets its name when it is complete.
 */
export const backUp = async (places: Places, target: string, now: () => number): Promise<Manifest> => {
  if (await isTaken(target)) throw new StoreUnusable(`${target} is not empty: name a new folder`)
  const folder = join(dirname(target), `.${basename(target)}.unfinished`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const madeAt = new Date(now()).toISOString()
    const databases: Saved[] = []
    for (const { url, of } of places.databases) databases.push(await save(url, folder, of))
    const names = databases.map(({ file }) => file)
    for (const name of secretFiles) {
      if (!existsSync(join(places.dataDir, name))) continue
      await copyFile(join(places.dataDir, name), join(folder, name))
      names.push(name)
    }
    const manifest = await writeManifest(folder, { madeAt, databases, names })
    await rm(target, { recursive: true, force: true })
    await rename(folder, target)
    return manifest
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}
