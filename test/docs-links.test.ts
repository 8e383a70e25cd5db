import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'

const root = join(import.meta.dirname, '..')
const pages = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
].filter((name) => name.endsWith('.md'))
const textOf = (page: string) => readFileSync(join(root, page), 'utf8')

const fence = /^```(\w*)\n([^]*?)^```$/gm

interface Block {
  readonly page: string
  readonly language: string
  readonly text: string
}

const blocksIn = (page: string): Block[] =>
  [...textOf(page).matchAll(fence)].map(([, language = '', text = '']) => ({ page, language, text }))

/** As GitHub makes it from a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

const anchorsIn = (page: string): ReadonlySet<string> =>
  new Set(
    [
      ...textOf(page)
        .replaceAll(fence, '')
        .matchAll(/^#+ (.*)$/gm),
    ].map(([, heading = '']) => anchorOf(heading)),
  )

test('every link in README.md, CHANGELOG.md and docs leads to a file that is there, and to a heading of it', () => {
  const broken: string[] = []
  let count = 0
  for (const page of pages)
    for (const [, target = ''] of textOf(page)
      .replaceAll(fence, '')
      .matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue
      count += 1
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? page : relative(root, join(root, dirname(page), path))
      const isThere = existsSync(join(root, file))
      if (!isThere || (anchor !== undefined && !anchorsIn(file).has(anchor)))
        broken.push(`${page}: ${target}`)
    }
  expect(broken).toEqual([])
  expect(count).toBeGreaterThan(100)
})

test('every source file that the pages name is there', () => {
  const roots = ['', 'src', 'src/bot', 'src/service', 'test']
  const named = pages.flatMap((page) =>
    [...textOf(page).matchAll(/`([\w-]+(?:\/[\w.-]+)+\.(?:ts|js|json|yaml))`/g)].map(([, file = '']) => ({
      page,
      file,
    })),
  )
  const isThere = (file: string) => roots.some((folder) => existsSync(join(root, folder, file)))
  expect(named.filter(({ file }) => !isThere(file))).toEqual([])
  expect(named.length).toBeGreaterThan(100)
})

test('every npm command that the pages name is one of package.json', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
  const own = new Set(['ci', 'start', 'test', 'pack', 'install', 'sbom', ...Object.keys(scripts)])
  const named = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\bnpm (?:run )?([a-z][\w:-]*)/g)]
      .filter(([whole]) => whole.startsWith('npm run') || /npm (start|test|ci)/.test(whole))
      .map(([, name = '']) => ({ page, name })),
  )
  expect(named.filter(({ name }) => !own.has(name))).toEqual([])
  expect(named.length).toBeGreaterThan(20)
})

test('every block of shell commands and of YAML in the pages can be read', () => {
  const blocks = pages.flatMap(blocksIn)
  const shell = blocks.filter(
    ({ language, text }) => language === 'sh' || /^(npm|npx|docker|curl) /.test(text),
  )
  for (const { page, text } of shell) {
    // `a|b` in a usage line is a choice.
    const { stderr } = spawnSync('bash', ['-n'], {
      input: text.replaceAll(/(?<=\w)\|(?=\w)/g, ''),
      encoding: 'utf8',
    })
    expect(stderr, page).toBe('')
  }
  for (const { text } of blocks.filter(({ language }) => language === 'yaml'))
    expect(parseAllDocuments(text).flatMap(({ errors }) => errors)).toEqual([])
  expect(shell.length).toBeGreaterThan(4)
})
