import { readdirSync, readFileSync } from 'node:fs'
import { type Rule, rules } from './rules.ts'

interface Holder {
  /** The file's name within this folder, and the title of the test. */
  readonly file: string
  readonly title: string
}

interface Coverage {
  readonly rows: readonly { readonly rule: Rule; readonly holders: readonly Holder[] }[]
  /** Rules that no test names, those that bind clients alone left out. */
  readonly unheld: readonly Rule[]
  /** Names in titles that no rule has, and ids that two rules have. */
  readonly unknown: readonly string[]
  readonly doubled: readonly string[]
}

const here = new URL('./', import.meta.url)

/** A title is a string that begins with the rules it holds: `'[AUTH-7, ERR-403-1] …'`. */
const titles = /(['"`])\[([A-Z]+(?:-[A-Z0-9]+)*-\d+(?:, [A-Z]+(?:-[A-Z0-9]+)*-\d+)*)\] (.+?)\1/g

/** What the stories beside this folder hold has no operation of the interface. */
const folders = ['', 'sections/', '../', '../pages/', '../http/']

const named = () =>
  folders
    .flatMap((folder) => readdirSync(new URL(folder, here)).map((file) => `${folder}${file}`))
    .filter((file) => file.endsWith('.test.ts') || file.startsWith('sections/'))
    .flatMap((file) =>
      [...readFileSync(new URL(file, here), 'utf8').matchAll(titles)].flatMap(([, , ids = '', title = '']) =>
        ids.split(', ').map((id) => ({ id, holder: { file, title } })),
      ),
    )

/** Which test holds which rule, read from the titles of the tests beside this file and in `sections`. */
export const readCoverage = (): Coverage => {
  const found = named()
  const ids = rules.map(({ id }) => id)
  const rows = rules.map((rule) => ({
    rule,
    holders: found.filter(({ id }) => id === rule.id).map(({ holder }) => holder),
  }))
  return {
    rows,
    unheld: rows.filter(({ rule, holders }) => !rule.client && holders.length === 0).map(({ rule }) => rule),
    unknown: [...new Set(found.map(({ id }) => id))].filter((id) => !ids.includes(id)),
    doubled: ids.filter((id, at) => ids.indexOf(id) !== at),
  }
}
