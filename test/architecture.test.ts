import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow, read, root } from './support/files.ts'

const entries = (path: string) => readdirSync(join(root, path), { withFileTypes: true })
const filesIn = (path: string) => entries(path).filter((entry) => entry.isFile())

const below = (path: string): string[] =>
  entries(path)
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

interface Lint {
  rules: { 'borders/down': [string, { rooms: string[]; may: Record<string, string[]> }] }
}
interface Rule {
  create(context: object): { ImportDeclaration(node: object): void }
}
const borders = (JSON.parse(read('.oxlintrc.json')) as Lint).rules['borders/down'][1]

/** Folders the tree doesn't list: the bot's rooms have their own table. */
const isInside = (folder: string) => /^src\/(playground|bot|service\/[\w-]+)\//.test(folder)

test('the plan in docs/architecture.md names every folder, and none that is not there', () => {
  const planned = treeIn(read('docs/architecture.md'))
  expect(planned.length).toBeGreaterThan(15)
  const there = ['src', ...foldersBelow('src')].filter((folder) => !isInside(folder))
  expect(planned.sort()).toEqual(there.sort())
})

const roomsOf = (program: string) => borders.rooms.filter((room) => room.startsWith(`src/${program}/`))

test('the table of rooms has the order that the linter holds, and every folder of the bot is one', () => {
  const table = [...read('docs/architecture.md').matchAll(/^\| `([\w/-]+)` \| /gm)].map(
    ([, room]) => `src/bot/${room}`,
  )
  expect(table).toEqual(roomsOf('bot'))
  const grouped = ['features', 'sync']
  const there = below('src/bot').flatMap((name) =>
    grouped.includes(name) ? below(`src/bot/${name}`).map((room) => `${name}/${room}`) : [name],
  )
  expect(there.map((room) => `src/bot/${room}`).sort()).toEqual(roomsOf('bot').sort())
})

test('the plan lists the service’s folders in the order that the linter holds', () => {
  const planned = treeIn(read('docs/architecture.md')).filter((folder) => folder.startsWith('src/service/'))
  expect(planned).toEqual(roomsOf('service').filter((room) => !room.endsWith('.ts')))
})

test('no file of the bot is outside of a room', () => {
  expect(['src/bot', 'src/bot/features', 'src/bot/sync'].flatMap(filesIn)).toEqual([])
})

test.each([
  ['src/bot/kit/message.ts', '../store/database.ts', 'src/bot/kit may import'],
  ['src/bot/sync/posts/send-post.ts', '../replies/send-reply.ts', 'src/bot/sync/replies is above'],
  ['src/bot/store/payloads.ts', '../slack/slack.ts', 'src/bot/**/store may import'],
  ['src/service/store/work.ts', '../changes/tasks.ts', 'src/service/changes is above'],
  ['src/bot/app/bot.ts', '../../service/service.ts', 'src/bot may import'],
  ['src/contract/event.ts', '../log.ts', 'src/contract may import nothing else'],
])('the linter refuses that %s imports %s', async (file, other, reason) => {
  const plugin = join(root, 'deploy/build/borders.js')
  const { down } = ((await import(plugin)) as { default: { rules: { down: Rule } } }).default.rules
  const told: string[] = []
  const rule = down.create({
    cwd: '/',
    filename: `/${file}`,
    options: [borders],
    report: ({ message }: { message: string }) => told.push(message),
  })
  rule.ImportDeclaration({ source: { value: './same-folder.ts' } })
  expect(told).toEqual([])
  rule.ImportDeclaration({ source: { value: other } })
  expect(told).toEqual([expect.stringContaining(reason)])
})

test('no folder of the product holds more than 20 files of its own', () => {
  const crowded = foldersBelow('src')
    .filter((folder) => !folder.startsWith('src/playground'))
    .filter((folder) => filesIn(folder).filter(({ name }) => name.endsWith('.ts')).length > 20)
  expect(crowded).toEqual([])
})

test('every file that the walks name is there', () => {
  const [, walks = ''] = read('docs/architecture.md').split('## One comment')
  const named = walks.match(/^ {2}[\w-]+(?:\/[\w-]+)*\/[\w-]+\.ts/gm) ?? []
  expect(named.length).toBeGreaterThan(7)
  for (const path of named) expect(() => read(`src/bot/${path.trim()}`)).not.toThrow()
})

/** What the lines of *To add* name, from the root. */
const toAdd = (what = ''): string[] => {
  const [, items = ''] = read('docs/architecture.md').split('## To add')
  const lines = items.split('\n').filter((line) => line.startsWith(`- **${what}`))
  const paths = [...lines.join().matchAll(/`((?:[\w-]+\/)+[\w.-]+)`/g)].map(([, path = '']) => path)
  return paths.map((path) => (/^(test|docs)\//.test(path) ? path : `src/${path}`))
}

test('what docs/architecture.md says of additions names files that are there', () => {
  expect(toAdd().length).toBeGreaterThan(20)
  expect(toAdd().filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('an event type is where docs/architecture.md says, and nowhere else', () => {
  const named = toAdd('an event type')
  const holds = filesBelow('src', /\.ts$/).filter((file) => read(file).includes('subtask_deleted'))
  expect(holds.filter((file) => !named.some((path) => file.startsWith(path)))).toEqual([])
  expect(
    named.filter((path) => path.startsWith('src/') && !holds.some((file) => file.startsWith(path))),
  ).toEqual([])
})

test('one function writes to the terminal, without what could steer it', () => {
  const writing = filesBelow('src', /\.ts$/).filter((file) =>
    /process\.std(out|err)\.write|console\./.test(read(file)),
  )
  expect(writing).toEqual([])
})
