import { execFileSync, spawn } from 'node:child_process'
import { cpSync, chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { standInSlack } from '../bot/support/slack/stand-in-slack.ts'
import { buildImage, isRoot, stagesOf } from './dockerfile.ts'
import { freePort } from '../support/free-port.ts'
import { read, root } from '../support/files.ts'
import { contextFiles, manifest, production } from './image.ts'
import { createWorld } from '../support/world.ts'

// This starts whole processes while other tests run, and deletes thousands of files.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 240_000 })

const folder = mkdtempSync(join(tmpdir(), 'onboarding-image-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const image = buildImage(folder)

const filesOf = (top: string) =>
  readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(top.length + 1))

test('the image holds everything that production loads, compiled, and nothing of the playground', () => {
  const compiled = new Set(filesOf(join(image, 'app/dist')))
  const { files } = production()
  expect(files.length).toBeGreaterThan(300)
  const wanted = files.map((file) => file.replace('src/', '').replace(/\.ts$/, '.js'))
  expect(wanted.filter((file) => !compiled.has(file))).toEqual([])
  expect(compiled).toContain('service/pages/assets/page.css')
  const strange = /^playground\/|(?<!\.d)\.ts$/
  expect([...compiled].filter((file) => strange.test(file))).toEqual([])
  expect(readdirSync(join(image, 'app')).sort()).toEqual([
    'dist',
    'manifest.yml',
    'node_modules',
    'package-lock.json',
    'package.json',
  ])
  expect(contextFiles().filter((file) => /playground\/|^\.env|^data|^test/.test(file))).toEqual([])
})

/** Of debian:bookworm-slim, on which the base is built. */
const debianBytes = 75e6

test('the image has no package manager, no sources of its dependencies, and at most 250 MB', () => {
  const files = filesOf(image)
  expect(files.filter((file) => /(^|\/)(npm|yarn|corepack)(\/|$)/.test(file))).toEqual([])
  expect(files.filter((file) => /^app\/node_modules\/.*(\.d\.ts|\.map)$/.test(file))).toEqual([])
  const bytes = files.reduce((sum, file) => sum + statSync(join(image, file)).size, debianBytes)
  expect(bytes / 1e6).toBeLessThan(250)
})

const instructions = () => stagesOf(read('Dockerfile')).at(-1)?.steps ?? []
const instruction = (word: string) =>
  instructions()
    .filter((step) => step.word === word)
    .map(({ rest }) => rest)
    .join(' ')

test('the image runs as a user without rights, says that it lives, and has labels', () => {
  expect(instruction('USER')).toBe('1000:1000')
  expect(instruction('HEALTHCHECK')).toContain('/healthz')
  expect(instruction('ENTRYPOINT')).toBe('["node", "/app/dist/bin.js"]')
  expect(instruction('CMD')).toBe('["start"]')
  for (const label of ['title', 'description', 'licenses', 'version', 'revision'])
    expect(instruction('LABEL')).toContain(`org.opencontainers.image.${label}=`)
  expect(instruction('ARG')).toContain(`VERSION=${manifest.version}`)
})

test('every image that is pulled is named by its digest', () => {
  const named = [...`${read('Dockerfile')}${read('compose.yaml')}`.matchAll(/^ *(?:FROM|image:) (\S+)/gm)]
    .map(([, name]) => name)
    .filter((name) => name !== 'scratch' && !name?.startsWith('onboarding-for-slack:'))
  expect(named.length).toBeGreaterThan(1)
  for (const name of named) expect(name).toMatch(/^\w+:\d+(\.\d+)+[\w-]*@sha256:[0-9a-f]{64}$/)
})

interface Ended {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

/** Runs until it exits, or reports that it is ready, and `atReady` is over. */
const run = (
  command: string,
  args: readonly string[],
  { cwd = '/', env = {}, ready = 'http://', atReady = async () => {} }: Running = {},
) =>
  new Promise<Ended>((resolve, reject) => {
    const child = spawn(command, args, { cwd, env })
    onTestFinished(() => void child.kill('SIGKILL'))
    let [output, errors, seen] = ['', '', false]
    child.stdout.on('data', (text: Buffer) => {
      output += text.toString()
      if (seen || !output.includes(ready)) return
      seen = true
      atReady().then(() => child.kill('SIGTERM'), reject)
    })
    child.stderr.on('data', (text: Buffer) => (errors += text.toString()))
    child.once('exit', (code) => resolve({ code, output, errors }))
  })

interface Running {
  readonly cwd?: string
  readonly env?: Record<string, string>
  readonly ready?: string
  readonly atReady?: () => Promise<unknown>
}

/** As the image's user in a chroot. Without root's rights, in the same folder, of which nothing can be written. */
const inImage = (args: readonly string[], { env, ...running }: Running = {}) => {
  const inside = { PATH: '/usr/local/bin', NODE_ENV: 'production', PORT: '0', SERVICE_PORT: '0', ...env }
  if (isRoot) {
    const chroot = ['--userspec=1000:1000', image, 'node', ...args]
    return run('/usr/sbin/chroot', chroot, { ...running, env: { ...inside, DATA_DIR: '/data' } })
  }
  const here = args.map((arg) => (arg.startsWith('/app/') ? join(image, arg) : arg))
  return run(process.execPath, here, { ...running, env: { ...inside, DATA_DIR: join(image, 'data') } })
}

const runImage = (words: readonly string[], running: Running) =>
  inImage(['/app/dist/bin.js', ...words], running)

test('the service runs from the image alone, and writes below /data alone', async () => {
  // Stands for a read-only file system.
  const locked = ['tmp', 'app', 'app/dist', 'app/node_modules'].map((name) => join(image, name))
  for (const path of locked) chmodSync(path, 0o555)
  onTestFinished(() => locked.forEach((path) => chmodSync(path, 0o755)))
  const before = filesOf(image)
  const env = { SERVICE_API_KEY: 'a-key-of-twenty-letters' }
  const { code, output, errors } = await runImage(['service'], { env })
  expect(errors).toBe('')
  expect(output).toContain('Onboarding Project Service: http://')
  expect(code).toBe(0)
  const written = filesOf(image).filter((file) => !before.includes(file))
  expect(written.filter((file) => !file.startsWith('data/'))).toEqual([])
  expect(written).toContain('data/service.db')
})

test('the bot runs from the image alone, is ready, and passes its health check', async () => {
  const world = await createWorld({ LOG_LEVEL: 'silent' })
  onTestFinished(() => world.kill())
  await world.start()
  await using slack = await standInSlack()
  const port = String(await freePort())
  const env = {
    PORT: port,
    DATABASE_URL: isRoot ? 'sqlite:/data/onboarding.db' : `sqlite:${join(image, 'data/onboarding.db')}`,
    SLACK_API_URL: slack.apiUrl,
    SLACK_BOT_TOKEN: 'xoxb-test',
    SLACK_SIGNING_SECRET: 'signing-secret',
    ONBOARDING_BASE_URL: world.service,
    ONBOARDING_API_KEY: 'demo-api-key',
    ONBOARDING_WEBHOOK_SECRET: 'a-secret-of-the-hook',
    ONBOARDING_SUBSCRIBE: 'off',
  }
  const [, check = '[]'] = /CMD (\[.*\])$/.exec(instruction('HEALTHCHECK')) ?? []
  const [, ...command] = JSON.parse(check) as string[]
  const healthy: Ended[] = []
  const atReady = async () => healthy.push(await inImage(command, { env: { PORT: port } }))
  const { code, output, errors } = await runImage(['start'], { env, ready: '\nReady.', atReady })
  expect([errors, code]).toEqual(['', 0])
  expect(output).toContain('Ready.')
  expect(healthy).toEqual([{ code: 0, output: '', errors: '' }])
  expect(await inImage(command, { env: { PORT: port } })).toMatchObject({ code: 1 })
})

test('the image says what is missing, and starts nothing', async () => {
  const { code, errors } = await runImage(['start'], {})
  expect([code, errors]).toEqual([1, expect.stringContaining('SLACK_BOT_TOKEN is not set')])
})

/** The playground that is missing is one sentence with the way out. */
const withoutPlayground = async (missing: string) => {
  const { code, errors } = await runImage(['playground'], {
    env: { LOG_LEVEL: 'silent', PLAYGROUND_PORT: '0' },
  })
  expect(errors.trim().split('\n')).toHaveLength(1)
  expect(errors).toMatch(
    /^Slack is not configured, and its replacement, the playground, .* set SLACK_BOT_TOKEN, or install /,
  )
  expect(errors).toContain(`${missing} is missing`)
  expect(code).toBe(1)
}

test('a playground that is wanted without its folder is one sentence with the way out, exit 1', () =>
  withoutPlayground('playground.js'))

test('a playground that is wanted without its libraries is one sentence with the way out, exit 1', () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const into = ['--outDir', join(image, 'app/dist')]
  execFileSync(process.execPath, [tsc, '-p', join(root, 'deploy/build/tsconfig.json'), ...into])
  // It is JavaScript for the page, too.
  const emoji = 'playground/page/kit/emoji.js'
  cpSync(join(root, 'src', emoji), join(image, 'app/dist', emoji))
  return withoutPlayground('preact')
})

test.each(['start', 'service'])('npm run %s on an older Node is one sentence, exit 1', async (script) => {
  const older = `data:text/javascript,Object.defineProperty(process, 'version', { value: 'v20.19.0' })`
  const [node, ...args] = manifest.scripts[script]?.split(' ') ?? []
  expect(node).toBe('node')
  const env = { PATH: process.env['PATH'] ?? '' }
  const { code, errors } = await run(process.execPath, ['--import', older, ...args], { cwd: root, env })
  expect(errors).toMatch(/^This is Node v20\.19\.0, but this program needs Node 24 or newer: .*\n$/)
  expect(code).toBe(1)
})
