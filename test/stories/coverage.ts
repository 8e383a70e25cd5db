import { parseAst } from 'vitest/node'
import { filesBelow, read } from '../support/files.ts'
import type { Section } from './row.ts'
import { access } from './rows/access.ts'
import { app } from './rows/app.ts'
import { channels } from './rows/channels.ts'
import { commands } from './rows/commands.ts'
import { hardRules } from './rows/hard-rules.ts'
import { installations } from './rows/installations.ts'
import { messages } from './rows/messages.ts'
import { pages } from './rows/pages.ts'
import { places } from './rows/places.ts'
import { replies, threads } from './rows/replies.ts'

/** Everything that a person was promised of the app. */
const sections: readonly Section[] = [
  commands,
  places,
  messages,
  replies,
  threads,
  channels,
  access,
  hardRules,
  installations,
  app,
  pages,
]

type Node = { readonly type: string; readonly [part: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** `test`, in `test(…)`, `test.skipIf(…)(…)` and `test.each(…)(…)`. */
const nameOf = ({ type, ...node }: Node): unknown => {
  if (type === 'Identifier') return node['name']
  const inner = node['callee'] ?? node['object'] ?? node['tag']
  return isNode(inner) ? nameOf(inner) : undefined
}

/** Undefined for what is no text. A part that cases or a loop fill in is `%s`. */
const textOf = ({ type, ...node }: Node): string | undefined => {
  if (type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined
  if (type !== 'TemplateLiteral') return undefined
  return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('%s')
}

const titlesBelow = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(titlesBelow)
  if (!isNode(value)) return []
  const inner = Object.values(value).flatMap(titlesBelow)
  if (value.type !== 'CallExpression' || nameOf(value) !== 'test') return inner
  const [first] = value['arguments'] as Node[]
  const title = first && textOf(first)
  return title === undefined ? inner : [title, ...inner]
}

const titlesIn = (file: string) =>
  titlesBelow(parseAst(read(file), { lang: 'ts' })).map((title) => ({ file, title }))

const twice = (words: readonly string[]) => words.filter((word, at) => words.indexOf(word) !== at)

const titlesOfTests = () =>
  filesBelow('test', /\.test\.ts$/)
    .sort()
    .flatMap(titlesIn)

/** Which tests hold which row: by the titles that the rows name. */
export const readStories = (given: readonly Section[] = sections, found = titlesOfTests()) => {
  const filesOf = Map.groupBy(found, ({ title }) => title)
  /** The files that have a test of this title: exactly one, unless something is wrong. */
  const testOf = (title: string) => ({
    title,
    files: (filesOf.get(title) ?? []).map(({ file }) => file),
  })
  const held = given.map(({ title, rows }) => ({
    title,
    rows: rows.map((row) => ({ row, tests: row.tests.map(testOf) })),
  }))
  const all = held.flatMap(({ rows }) => rows)
  const named = all.flatMap((row) => row.tests)
  return {
    sections: held,
    /** Ids of rows that name no test; ids that two rows have. */
    unheld: all.filter((row) => row.tests.length === 0).map(({ row }) => row.id),
    doubled: twice(all.map(({ row }) => row.id)),
    /** Titles that rows name: of no test; of two tests, so that it is open which is meant. */
    unknown: named.filter((test) => test.files.length === 0).map(({ title }) => title),
    ambiguous: named.filter((test) => test.files.length > 1).map(({ title }) => title),
  }
}
