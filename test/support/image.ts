import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** What a working clone contains, and two files that must never leave it. */
const clone = (): string[] => {
  const left = new Set(['.git', 'node_modules', 'data', 'test-output'])
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

/** The last matching rule decides. */
const contextOf = (dockerignore: string, files: readonly string[]): string[] => {
  const rules = lines(dockerignore).map(ruleOf)
  return files.filter((file) => rules.findLast(({ fits }) => fits.test(file))?.keeps ?? true)
}

/** What `COPY a b ./` and `COPY folder ./folder` take; other forms of COPY and ADD are not understood. */
const copied = (dockerfile: string): string[] =>
  lines(dockerfile)
    .filter((line) => /^(COPY|ADD)\b/i.test(line))
    .flatMap((line) => {
      const [word, ...paths] = line.split(/\s+/)
      const target = paths.pop() ?? ''
      const kept = target === './' || (paths.length === 1 && target === `./${paths[0]}`)
      if (word !== 'COPY' || !kept || paths.some((path) => !/^\w[\w./-]*$/.test(path)))
        throw new Error(`Dockerfile: not understood: ${line}`)
      return paths
    })

/** The files of the repository that are in the image, by Dockerfile and .dockerignore. */
export const imageFiles = (): string[] => {
  const sources = copied(read('Dockerfile'))
  return contextOf(read('.dockerignore'), clone()).filter((file) =>
    sources.some((source) => file === source || file.startsWith(`${source}/`)),
  )
}

const specifier = /\b(?:from |import |import\(|packaged\()'([^'\s]+)'/g

/** What a file loads: by import, by import(), and as a package's file that is served. */
export const importsOf = (file: string): string[] =>
  [...read(file).matchAll(specifier)].map(([, name = '']) =>
    name.startsWith('.') ? join(dirname(file), name) : name,
  )

export const packageOf = (name: string): string => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name

export interface Package {
  readonly engines?: { readonly node?: string }
  readonly dev?: boolean
  readonly optional?: boolean
  readonly devOptional?: boolean
}

export const lockedPackages = (): [path: string, Package][] =>
  Object.entries((JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> }).packages)

/** Links what npm would install, from this clone. */
export const linkDependencies = (folder: string, isWanted: (one: Package) => boolean): void => {
  for (const [path, one] of lockedPackages()) {
    if (!isWanted(one) || !/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path)) continue
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    symlinkSync(join(root, path), join(folder, path))
  }
}

/** Puts the image's files into a folder, with what `npm ci --omit=dev --omit=optional` would install. */
export const layOutImage = (folder: string): void => {
  for (const file of imageFiles()) cpSync(join(root, file), join(folder, file))
  linkDependencies(folder, ({ dev, optional, devOptional }) => !dev && !optional && !devOptional)
}
