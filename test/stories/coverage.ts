import { readdirSync, readFileSync } from 'node:fs'
import { type Row, type Section, sections } from './rows.ts'

export interface Holder {
  readonly file: string
  readonly title: string
}
export interface Stories {
  readonly sections: readonly {
    readonly title: string
    readonly rows: readonly { readonly row: Row; readonly holders: readonly Holder[] }[]
  }[]
  /** Rows that no test names. */
  readonly unheld: readonly Row[]
  /** Rows that titles name and nobody has; rows that are there twice. */
  readonly unknown: readonly string[]
  readonly doubled: readonly string[]
}

const tests = new URL('../', import.meta.url)
const folders = ['bot', 'client', 'contract', 'e2e', 'messages', 'playground']

/** A title that says which rows it holds: `'[§3 command help; §5 401] …'`. */
const titles = /(['"`])\[((?:§\d|issue 4)[^\]\n]*)\] ((?:\\.|(?!\1).)+)\1/g

const filesIn = (folder: string): string[] =>
  readdirSync(new URL(`${folder}/`, tests), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `${folder}/${file}`)

const holdersIn = (file: string) =>
  [...readFileSync(new URL(file, tests), 'utf8').matchAll(titles)].flatMap(([, , ids = '', title = '']) =>
    ids.split('; ').map((id) => ({ id, holder: { file, title: title.replaceAll('\\', '') } })),
  )

const twice = (ids: readonly string[]) => ids.filter((id, at) => ids.indexOf(id) !== at)

/** Which story holds which row, read from the titles of the tests. */
export const readStories = (given: readonly Section[] = sections): Stories => {
  const found = [...folders.flatMap(filesIn), 'manifest.test.ts'].sort().flatMap(holdersIn)
  const held = given.map(({ title, rows }) => ({
    title,
    rows: rows.map((row) => ({
      row,
      holders: found.filter(({ id }) => id === row.id).map(({ holder }) => holder),
    })),
  }))
  const all = held.flatMap(({ rows }) => rows)
  const ids = all.map(({ row }) => row.id)
  return {
    sections: held,
    unheld: all.filter(({ holders }) => holders.length === 0).map(({ row }) => row),
    unknown: [...new Set(found.map(({ id }) => id))].filter((id) => !ids.includes(id)),
    doubled: twice(ids),
  }
}
