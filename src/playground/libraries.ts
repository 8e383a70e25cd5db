import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const resolve = createRequire(import.meta.url).resolve

/** The file of a library in a clone. npm puts each package's ES module next to its CommonJS file. */
export const installedFile = (name: string): string => resolve(name).replace(/\.js$/, '.mjs')

const fileOf = (name: string) => `${name.replace('/', '-')}.js`

/** The file of a library in the package, which has copies. */
export const copyOf = (name: string): URL => new URL(`vendor/${fileOf(name)}`, import.meta.url)

const sourceOf = (name: string) => {
  const copy = copyOf(name)
  return readFileSync(existsSync(copy) ? copy : installedFile(name), 'utf8')
}

export const libraryNames = ['preact', 'preact/hooks', 'htm'] as const

/** The page's libraries, by the name it imports them under. Read at import, so a missing one shows before anything runs. */
export const libraries = libraryNames.map((name) => ({
  name,
  url: `/vendor/${fileOf(name)}`,
  source: sourceOf(name),
}))
