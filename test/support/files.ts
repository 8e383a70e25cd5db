import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The repository. */
export const root = join(import.meta.dirname, '../..')

export const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The files of a folder and of all below it whose names end so. */
export const filesBelow = (folder: string, end: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => end.test(name))
    .map((name) => `${folder}/${name}`)
