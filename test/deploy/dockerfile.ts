import { execFileSync } from 'node:child_process'
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { read, root } from '../support/files.ts'
import { contextFiles, copy, putDependencies } from './image.ts'

interface Stage {
  readonly name: string | undefined
  readonly from: string
  readonly steps: { readonly word: string; readonly rest: string }[]
}

/** The stages of the Dockerfile, with comments left out and continued lines joined. */
export const stagesOf = (dockerfile: string): Stage[] => {
  const stages: Stage[] = []
  for (const line of dockerfile
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')) {
    const [, word = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line.trim()) ?? []
    if (word === '') continue
    const [from = '', , name] = rest.split(' ')
    if (word === 'FROM') stages.push({ name, from, steps: [] })
    else stages.at(-1)?.steps.push({ word, rest })
  }
  return stages
}

const user = 1_000
export const isRoot = process.getuid?.() === 0

/** What of the base image matters here: Node with its libraries, its user, and package managers. */
const layOutBase = (top: string) => {
  const needed = execFileSync('ldd', [process.execPath], { encoding: 'utf8' }).match(/\/\S+(?= \()/g) ?? []
  const put = (from: string, to: string) => {
    mkdirSync(dirname(join(top, to)), { recursive: true })
    copyFileSync(from, join(top, to))
  }
  put(process.execPath, '/usr/local/bin/node')
  for (const path of needed) put(path, path)
  mkdirSync(join(top, 'tmp'), { mode: 0o1777 })
  for (const path of ['usr/local/lib/node_modules/npm', 'opt/yarn', 'etc'])
    mkdirSync(join(top, path), { recursive: true })
  writeFileSync(
    join(top, 'etc/passwd'),
    `root:x:0:0::/root:/bin/sh\nnode:x:${user}:${user}::/home/node:/bin/sh\n`,
  )
}

/** Runs one command of a RUN line. Paths stay below `top`. */
const run = (top: string, cwd: string, words: readonly string[]): void => {
  const [command = '', ...args] = words
  const inside = (path: string) => {
    const full = path.startsWith('/') ? join(top, path) : resolve(cwd, path)
    if (relative(top, full).startsWith('..')) throw new Error(`Dockerfile: not below the image: ${path}`)
    return full
  }
  if (command === 'npm' && args[0] === 'ci') {
    if (args.includes('--omit=dev'))
      putDependencies(cwd, ({ dev, devOptional }) => !dev && !devOptional, copy)
    else putDependencies(cwd, () => true)
  } else if (command === 'node') execFileSync(process.execPath, args, { cwd })
  else if (command === 'find' && !args[0]?.startsWith('/')) execFileSync('find', args, { cwd })
  else if (command === 'mv') renameSync(inside(args[0] ?? ''), inside(args[1] ?? ''))
  else if (command === 'mkdir' && args[0] === '-m')
    mkdirSync(inside(args[2] ?? ''), { mode: Number.parseInt(args[1] ?? '', 8) })
  else if (command === 'chown' && args[0] === 'node:node') {
    if (isRoot) chownSync(inside(args[1] ?? ''), user, user)
  } else if (command === 'rm' && args[0] === '-rf')
    for (const path of args.slice(1)) rmSync(inside(path), { recursive: true, force: true })
  else throw new Error(`Dockerfile: not understood: ${words.join(' ')}`)
}

const wordsOf = (command: string) =>
  command
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/^"(.*)"$|^\\(?=[()])/g, '$1'))

/** Builds the image's file system below `folder`, line by line, and answers with where it is. */
export const buildImage = (folder: string): string => {
  const tops = new Map<string, string>()
  let top = ''
  for (const [index, stage] of stagesOf(read('Dockerfile')).entries()) {
    top = join(folder, String(index))
    mkdirSync(top)
    tops.set(stage.name ?? '', top)
    if (stage.from !== 'scratch') layOutBase(top)
    let cwd = top
    for (const { word, rest } of stage.steps) {
      if (word === 'WORKDIR') mkdirSync((cwd = join(top, rest)), { recursive: true })
      else if (word === 'RUN') for (const command of rest.split('&&')) run(top, cwd, wordsOf(command))
      else if (word === 'COPY') copyInto(rest.split(' '), top, cwd, tops)
    }
  }
  return top
}

/** What `COPY a b ./`, `COPY folder ./folder` and `COPY --from=stage / /` take; other forms are not understood. */
const copyInto = (words: readonly string[], top: string, cwd: string, tops: ReadonlyMap<string, string>) => {
  const [first = '', ...more] = words
  const stage = first.startsWith('--from=') && tops.get(first.slice('--from='.length))
  if (stage && more.join(' ') === '/ /') {
    // Owners and modes stay, as with Docker. No other stage is made of this one.
    for (const name of readdirSync(stage)) renameSync(join(stage, name), join(top, name))
    return
  }
  const paths = words.slice(0, -1)
  const target = words.at(-1) ?? ''
  const isKept = target === './' || (paths.length === 1 && target === `./${paths[0]}`)
  if (!isKept || paths.some((path) => !/^\w[\w./-]*$/.test(path)))
    throw new Error(`Dockerfile: not understood: COPY ${words.join(' ')}`)
  const taken = contextFiles().filter((file) =>
    paths.some((path) => file === path || file.startsWith(`${path}/`)),
  )
  for (const path of paths)
    if (!taken.some((file) => file === path || file.startsWith(`${path}/`)))
      throw new Error(`Dockerfile: .dockerignore leaves out ${path}`)
  for (const file of taken) {
    if (!existsSync(join(root, file))) throw new Error(`a secret would be sent to the build: ${file}`)
    mkdirSync(dirname(join(cwd, file)), { recursive: true })
    copyFileSync(join(root, file), join(cwd, file))
  }
}
