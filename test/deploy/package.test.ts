import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { endpoints } from '../../src/contract/api.ts'
import { problemKinds } from '../../src/contract/problem.ts'
import { vendored } from '../../deploy/build/vendored.ts'
import { childEnvironment } from '../support/run-main.ts'
import { filesBelow, read, root } from '../support/files.ts'
import { manifest } from './image.ts'
import { installPackage } from './package.ts'
import { createWorld } from '../support/world.ts'

// The first test waits for the build.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 240_000 })

const installed = installPackage()
afterAll(() => installed[Symbol.dispose]())
const { folder, home, bin, files } = installed

const run = (args: readonly string[], env: Record<string, string> = {}) => {
  const options = { cwd: folder, encoding: 'utf8', env: { ...childEnvironment(), ...env } } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options)
  return { status, stdout, stderr }
}

test('the package holds what is compiled, what it reads, and nothing else', () => {
  const loaded = filesBelow('src', /\.(?!ts$|md$)\w+$/).map((file) => file.replace('src', 'dist'))
  expect(loaded.length).toBeGreaterThan(50)
  expect(loaded.filter((file) => !files.includes(file))).toEqual([])
  const beside = files.filter((file) => !file.startsWith('dist/'))
  expect(beside.sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'docs/client.md',
    'manifest.yml',
    'package.json',
  ])
  expect(files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))).toEqual([])
  expect(installed.bytes).toBeLessThan(1_500_000)
  expect(statSync(bin).mode & 0o111, 'npm links what can be executed').toBe(0o111)
})

test('beside it are its checksums and a list of everything in it, without what only developers need', () => {
  const asked = { cwd: folder, encoding: 'utf8' } as const
  const check = spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], asked)
  expect(check).toMatchObject({ status: 0, stdout: expect.stringContaining(`${installed.tarball}: OK`) })
  const { bomFormat, metadata, components } = JSON.parse(
    readFileSync(join(folder, installed.tarball.replace('.tgz', '.cdx.json')), 'utf8'),
  ) as { bomFormat: string; metadata: object; components: { name: string }[] }
  expect(bomFormat).toBe('CycloneDX')
  expect(metadata).toMatchObject({ component: { name: 'onboarding-for-slack', type: 'application' } })
  const names = components.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['@slack/bolt', 'fastify', 'preact']))
  expect(names).not.toContain('typescript')
  const contents = readFileSync(join(folder, 'CONTENTS.txt'), 'utf8')
  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8')
  for (const name of readdirSync(folder).filter((one) => one.includes('.') && one !== 'SHA256SUMS'))
    expect([name, sums.includes(`  ${name}\n`)]).toEqual([name, true])
  for (const held of ['package/dist/bin.js', '-deploy/compose.yaml', '-deploy/deploy/kubernetes/bot.yaml'])
    expect(contents).toContain(held)
})

test('nothing that only the playground needs is installed with it: its folder has copies, with their licenses', () => {
  for (const name of vendored) {
    expect(existsSync(join(folder, 'node_modules', name))).toBe(false)
    expect(files).toContain(`dist/playground/vendor/${name}.js`)
    expect(files).toContain(`dist/playground/vendor/${name}.LICENSE`)
  }
})

test('only the client has declarations', () => {
  const declared = files.filter((file) => file.endsWith('.d.ts')).map((file) => file.split('/')[1])
  expect(new Set(declared)).toEqual(new Set(['client', 'contract']))
})

test('its command is the program', () => {
  expect(run([bin, '--version'])).toEqual({ status: 0, stdout: `${manifest.version}\n`, stderr: '' })
  expect(run([bin, '--help']).stdout).toContain('Usage: onboarding-for-slack [COMMAND …]')
  const unknown = '"servce" is not a command. Did you mean: onboarding-for-slack service?\n'
  expect(run([bin, 'servce'])).toEqual({ status: 64, stdout: '', stderr: unknown })
  const { status, stderr } = run([bin, 'start'])
  expect([status, stderr]).toEqual([1, expect.stringContaining('SLACK_BOT_TOKEN is not set')])
})

test('an older Node is one sentence, exit 1', () => {
  const older = `data:text/javascript,Object.defineProperty(process, 'version', { value: 'v22.18.0' })`
  expect(run(['--import', older, bin])).toEqual({
    status: 1,
    stdout: '',
    stderr: 'This is Node v22.18.0, but this program needs Node 22.19.0 or newer: install it.\n',
  })
})

test('a stack trace names the TypeScript source', () => {
  const script = join(folder, 'fails.mjs')
  writeFileSync(
    script,
    `process.argv[2] = '--version'
    process.exit = () => {}
    await import(${JSON.stringify(bin)})
    const { readConfig } = await import(${JSON.stringify(join(home, 'dist/config/config.js'))})
    try { readConfig({ NODE_ENV: 'production' }) } catch ({ stack }) { console.log(stack) }`,
  )
  const line = read('src/config/config.ts')
    .split('\n')
    .findIndex((text) => text.includes('throw new ConfigProblem'))
  expect(run([script]).stdout).toContain(`src/config/config.ts:${line + 1}:`)
})

test('what is compiled runs on Node 22: its own stack of things to close keeps the order', () => {
  const script = join(folder, 'stack.mjs')
  writeFileSync(
    script,
    `delete globalThis.AsyncDisposableStack
    await import(${JSON.stringify(join(home, 'dist/start/node-22.js'))})
    const closed = []
    const part = (name) => ({ [Symbol.asyncDispose]: async () => void closed.push(name) })
    const stack = new AsyncDisposableStack()
    stack.use(part('first'))
    stack.use(null)
    stack.defer(() => closed.push('second'))
    stack.defer(() => { throw new Error('third') })
    const moved = stack.move()
    await stack.disposeAsync()
    closed.push('moved')
    await moved[Symbol.asyncDispose]().catch(({ message }) => closed.push(message))
    console.log(closed.join(' '), stack.disposed)`,
  )
  expect(run([script])).toEqual({ status: 0, stdout: 'moved second first third true\n', stderr: '' })
})

test('docs/client.md names every endpoint and every kind of problem', () => {
  const page = readFileSync(join(home, 'docs/client.md'), 'utf8')
  for (const name of Object.keys(endpoints)) expect(page).toContain(`\`${name}\``)
  for (const kind of problemKinds) expect(page).toContain(`\`${kind}\``)
})

test('the example of docs/client.md compiles and runs beside the service', async () => {
  const [, example = ''] = /```ts\n(.*?)```/s.exec(readFileSync(join(home, 'docs/client.md'), 'utf8')) ?? []
  writeFileSync(join(folder, 'example.ts'), example)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  // No "skipLibCheck": the declarations themselves are checked.
  const compilerOptions = {
    strict: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2023'],
    noEmit: true,
    types: ['node'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['example.ts'] }))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  expect(run([tsc, '-p', folder])).toEqual({ status: 0, stdout: '', stderr: '' })

  const world = await createWorld({ LOG_LEVEL: 'silent' }, { node: process.execPath, args: [bin] })
  await world.start()
  try {
    const env = { ONBOARDING_BASE_URL: world.service }
    const unknown = run(['example.ts'], env)
    expect(unknown).toMatchObject({ status: 0, stderr: '' })
    expect(unknown.stdout).toMatch(/^Acme Corp – Standard Onboarding: \d+% done\nThere is no such task\.\n$/)
  } finally {
    await world.kill()
  }
})
