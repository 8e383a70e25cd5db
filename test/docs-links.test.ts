import { existsSync, readdirSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { variables } from '../src/config/variables.ts'
import { commands } from '../src/start/commands.ts'
import { manifest } from './deploy/image.ts'
import { filesBelow, read, root } from './support/files.ts'

const pages = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
].filter((name) => name.endsWith('.md'))

const fence = /^```(\w*)\n([^]*?)^```$/gm

interface Block {
  readonly page: string
  readonly language: string
  readonly text: string
}

const blocksIn = (page: string): Block[] =>
  [...read(page).matchAll(fence)].map(([, language = '', text = '']) => ({ page, language, text }))

/** What the pages name outside of blocks, with where. */
const namedIn = (pattern: RegExp) =>
  pages.flatMap((page) =>
    [...read(page).replaceAll(fence, '').matchAll(pattern)].map(([, name = '']) => ({ page, name })),
  )

/** As GitHub makes it from a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

const anchorsIn = (page: string): ReadonlySet<string> => {
  const headings = read(page)
    .replaceAll(fence, '')
    .matchAll(/^#+ (.*)$/gm)
  return new Set([...headings].map(([, heading = '']) => anchorOf(heading)))
}

test('every link in README.md, CHANGELOG.md and docs leads to a file that is there, and to a heading of it', () => {
  const links = namedIn(/\]\((?![a-z]+:)([^)\s]+)\)/g)
  const broken = links.filter(({ page, name }) => {
    const [path = '', anchor] = name.split('#')
    const file = path === '' ? page : relative(root, join(root, dirname(page), path))
    return !existsSync(join(root, file)) || (anchor !== undefined && !anchorsIn(file).has(anchor))
  })
  expect(broken).toEqual([])
  expect(links.length).toBeGreaterThan(50)
})

test('every file and folder of ours that the pages name is there', () => {
  const roots = ['', 'src', 'src/bot', 'src/service', 'test', 'deploy/kubernetes']
  const file = /^(?:[\w.-]+\/)+[\w.-]+\.(?:ts|js)$|^(?:[\w.-]+\/)*[\w.-]+\.(?:json|yaml|yml|md|png)$/
  const folder = /^(?:src|test|deploy|docs|bot|service)(?:\/[\w.-]+)+\/?$|^\.[a-z]+\/[a-z]+$/
  const named = namedIn(/`([^`\s]+)`/g).filter(({ name }) => file.test(name) || folder.test(name))
  const isThere = (path: string) => roots.some((one) => existsSync(join(root, one, path)))
  expect(named.filter(({ name }) => !isThere(name))).toEqual([])
  expect(named.length).toBeGreaterThan(50)
})

test('every npm command that the pages name is one of package.json', () => {
  const own = new Set(['ci', 'start', 'test', 'pack', 'install', 'sbom', ...Object.keys(manifest.scripts)])
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/\bnpm (?:run )?([a-z][\w:-]*)/g)]
      .filter(([whole]) => whole.startsWith('npm run') || /npm (start|test|ci)/.test(whole))
      .map(([, name = '']) => ({ page, name })),
  )
  expect(named.filter(({ name }) => !own.has(name))).toEqual([])
  expect(named.length).toBeGreaterThan(20)
})

test('every variable that the pages name is one', () => {
  // Of Compose, of Node, of the conformance suite, and of generated tests.
  const others = /^(TRACKER_DOMAIN|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|CONFORMANCE_[A-Z_]+|FC_SEED)$/
  const known = new Set<string>(variables)
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/`([A-Z]{2,}_[A-Z_]+)\b/g)].map(([, name = '']) => ({ page, name })),
  )
  expect(named.filter(({ name }) => !known.has(name) && !others.test(name))).toEqual([])
  expect(named.length).toBeGreaterThan(50)
})

test('every page that a comment, a rule, or a message names is there', () => {
  const files = ['src', 'deploy', 'test'].flatMap((folder) => filesBelow(folder, /\.(ts|js|yaml)$/))
  const named = [...files, 'package.json', '.env.example'].flatMap((file) =>
    [...read(file).matchAll(/\bdocs\/[\w-]+\.md/g)].map(([page]) => ({ file, page })),
  )
  expect(named.filter(({ page }) => !pages.includes(page))).toEqual([])
  expect(named.length).toBeGreaterThan(20)
})

test('every page says first for whom it is', () => {
  const opening = (page: string) =>
    read(page)
      .split('\n')
      .slice(1)
      .find((line) => line !== '')
  const others = new Set(['README.md', 'CHANGELOG.md'])
  expect(pages.filter((page) => !others.has(page) && !opening(page)?.startsWith('For '))).toEqual([])
})

test('every command of the program that the pages name is one', () => {
  const known = new Set(Object.keys(commands))
  const started = /(?:npm start --|\.tgz|onboarding-for-slack|dist\/bin\.js) (?!-)([a-z-]+)/g
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/^```\w*\n[^]*?^```$|`[^`\n]+`/gm)].flatMap(([code]) =>
      [...code.matchAll(started)].map(([, name = '']) => ({ page, name })),
    ),
  )
  expect(named.filter(({ name }) => !known.has(name))).toEqual([])
  expect(named.length).toBeGreaterThan(10)
})

test('every block of shell commands and of YAML in the pages can be read', () => {
  const blocks = pages.flatMap(blocksIn)
  const shell = blocks.filter(
    ({ language, text }) => language === 'sh' || /^(npm|npx|docker|curl) /.test(text),
  )
  for (const { page, text } of shell) {
    // `a|b` in a usage line is a choice.
    const input = text.replaceAll(/(?<=\w)\|(?=\w)/g, '')
    const { stderr } = spawnSync('bash', ['-n'], { input, encoding: 'utf8' })
    expect(stderr, page).toBe('')
  }
  for (const { text } of blocks.filter(({ language }) => language === 'yaml'))
    expect(parseAllDocuments(text).flatMap(({ errors }) => errors)).toEqual([])
  expect(shell.length).toBeGreaterThan(4)
})
