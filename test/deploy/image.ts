import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { read, root } from '../support/files.ts'

/** What a working clone contains, and two files that must never leave it. */
const clone = (): string[] => {
  const left = new Set(['.git', 'node_modules', 'data', 'dist', 'test-output'])
  const top = readdirSync(root, { withFileTypes: true }).filter(({ name }) => !left.has(name))
  const files = top.flatMap((entry) =>
    entry.isDirectory()
      ? readdirSync(join(root, entry.name), { recursive: true, withFileTypes: true })
          .filter((file) => file.isFile())
          .map((file) => join(file.parentPath, file.name).slice(root.length + 1))
      : [entry.name],
  )
  return [...files, '.env', 'data/onboarding.db']
}

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))

/** A rule of .dockerignore applies to a path and everything below it. `*` is any one name. */
const ruleOf = (line: string) => {
  const pattern = line.replace(/^!/, '')
  if (!/^[\w.*/-]+$/.test(pattern) || pattern.includes('**'))
    throw new Error(`.dockerignore: not understood: ${line}`)
  const name = pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')
  return { keeps: line.startsWith('!'), fits: new RegExp(`^${name}(/|$)`) }
}

/** What Docker sends to the build: the last matching rule of .dockerignore decides. */
export const contextFiles = (): string[] => {
  const rules = lines(read('.dockerignore')).map(ruleOf)
  return clone().filter((file) => rules.findLast(({ fits }) => fits.test(file))?.keeps ?? true)
}

const specifier = /\b(?:from |import |import\(|packaged\()'([^'\s]+)'/g

/** What a file loads: by import, by import(), and as a package's file that is served. */
export const importsOf = (file: string): string[] =>
  [...read(file).matchAll(specifier)].map(([, name = '']) =>
    name.startsWith('.') ? join(dirname(file), name) : name,
  )

export const packageOf = (name: string): string => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name

interface Package {
  readonly engines?: { readonly node?: string }
  readonly dev?: boolean
  readonly optional?: boolean
  readonly devOptional?: boolean
}

const lockedPackages = (): [path: string, Package][] =>
  Object.entries((JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> }).packages)

type Put = (from: string, to: string) => void
const link: Put = (from, to) => symlinkSync(from, to)
export const copy: Put = (from, to) => cpSync(from, to, { recursive: true, verbatimSymlinks: true })

/** Puts what npm would install into a folder, from this clone. */
export const putDependencies = (folder: string, isWanted: (one: Package) => boolean, put = link): void => {
  for (const [path, one] of lockedPackages()) {
    if (!isWanted(one) || !/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path)) continue
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    put(join(root, path), join(folder, path))
  }
}

interface Manifest {
  readonly version: string
  readonly engines: { readonly node: string }
  readonly scripts: Record<string, string>
  readonly dependencies: Record<string, string>
  readonly devDependencies: Record<string, string>
}
export const manifest = JSON.parse(read('package.json')) as Manifest

export const isPlayground = (file: string) => file.startsWith('src/playground/')

/** Everything a start may load, except the playground. */
export const production = () => {
  const files = new Set(['src/bin.ts', 'src/main.ts'])
  const packages = new Set<string>()
  const guests = new Map<string, string>()
  for (const file of files) {
    for (const name of importsOf(file)) {
      if (name.startsWith('node:')) continue
      if (isPlayground(name)) guests.set(name, file)
      else if (name.startsWith('src/')) files.add(name)
      else packages.add(packageOf(name))
    }
  }
  return { files: [...files], packages: [...packages], guests }
}
