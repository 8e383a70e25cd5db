import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

const below = (path: string): string[] =>
  readdirSync(new URL(`${path}/`, root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()

const foldersBelow = (path: string): string[] =>
  below(path).flatMap((name) => [`${path}/${name}`, ...foldersBelow(`${path}/${name}`)])

/** The folders of the first tree in a page: `name/`, indented two spaces per level, with a description. */
const treeIn = (page: string): string[] => {
  const [, tree = ''] = /```\n(src\/\n[\s\S]*?)```/.exec(page) ?? []
  const path: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', name] = /^( *)([\w-]+)\/(?: |$)/.exec(line) ?? []
    if (name === undefined) return []
    path.splice(indent.length / 2)
    path.push(name)
    return [path.join('/')]
  })
}

const rooms = () =>
  [...read('docs/architecture.md').matchAll(/^\| `([\w-]+)` \| /gm)]
    .map(([, room = '']) => room)
    .filter((room) => below('src/bot/use-cases').includes(room))

/** Folders the tree doesn't list: a floor's rooms have their own table. */
const isInside = (folder: string) =>
  /^src\/(playground|service\/[\w-]+)\//.test(folder) ||
  (folder.startsWith('src/bot/') && rooms().some((room) => folder.split('/').includes(room)))

test('the plan in docs/architecture.md names every folder, and none that is not there', () => {
  const planned = treeIn(read('docs/architecture.md'))
  expect(planned.length).toBeGreaterThan(15)
  const there = ['src', ...foldersBelow('src')].filter((folder) => !isInside(folder))
  expect(planned.sort()).toEqual(there.sort())
})

test('the README names every folder right below src', () => {
  const planned = treeIn(read('README.md'))
  expect(planned.filter((folder) => folder.split('/').length === 2).sort()).toEqual(
    below('src').map((name) => `src/${name}`),
  )
})

test('the table of rooms is the rooms of the use-cases, and the other floors have no others', () => {
  expect(rooms().sort()).toEqual(below('src/bot/use-cases'))
  const allowed = new Set([...rooms(), 'kit'])
  for (const floor of ['messages', 'store'])
    expect(below(`src/bot/${floor}`).filter((name) => !allowed.has(name))).toEqual([])
  const outside = new Set([...allowed, 'access', 'commands', 'http', 'messages', 'slack', 'support'])
  expect(below('test/bot').filter((name) => !outside.has(name))).toEqual([])
})

/** The files that an import names, as paths below src. */
const importsOf = (file: string): string[] =>
  [...read(`src/${file}`).matchAll(/(?:from|import)\(? ?'(\.[^']+)'/g)].map(([, path = '']) =>
    join(dirname(file), path),
  )

const filesBelow = (folder: string): string[] =>
  readdirSync(new URL(`src/${folder}/`, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`)

/** Imports of a room above, and of the tables above the rooms. */
const upward = (floor: string, file: string): string[] => {
  const order = rooms()
  const roomOf = (path: string) =>
    path
      .slice(floor.length + 1)
      .split('/')
      .slice(0, -1)[0]
  const own = roomOf(file)
  if (own === undefined) return []
  return importsOf(file).filter((path) => {
    if (!path.startsWith(`${floor}/`)) return false
    const other = roomOf(path)
    if (other === undefined) return floor.endsWith('use-cases')
    return order.indexOf(other) < order.indexOf(own)
  })
}

test('each room imports only from rooms below it in the table', () => {
  for (const floor of ['bot/use-cases', 'bot/store']) {
    const files = filesBelow(floor)
    expect(files.length).toBeGreaterThan(50)
    const wrong = files.flatMap((file) => upward(floor, file).map((path) => `${file} imports ${path}`))
    expect(wrong).toEqual([])
  }
})

test('no folder of the product holds more than 20 files of its own', () => {
  const crowded = foldersBelow('src')
    .filter((folder) => !folder.startsWith('src/playground'))
    .map((folder) => ({
      folder,
      files: readdirSync(new URL(`${folder}/`, root)).filter((name) => name.endsWith('.ts')).length,
    }))
    .filter(({ files }) => files > 20)
  expect(crowded).toEqual([])
})

test('every file that the walks name is there', () => {
  const [, walks = ''] = read('docs/architecture.md').split('## One comment')
  const named = walks.match(/^ {2}[\w-]+(?:\/[\w-]+)*\/[\w-]+\.ts/gm) ?? []
  expect(named.length).toBeGreaterThan(7)
  for (const path of named) expect(() => read(`src/bot/${path.trim()}`)).not.toThrow()
})
