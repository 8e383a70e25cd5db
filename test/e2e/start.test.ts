import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { childEnvironment } from '../support/child-environment.ts'
import { comment, commentsOn, createProject, messageSaying, openTask, settled } from '../support/story.ts'
import { withoutQuote } from '../support/without-quote.ts'
import { createWorld } from '../support/world.ts'

// This starts whole processes while other tests run.
vi.setConfig({ testTimeout: 90_000 })

const root = join(import.meta.dirname, '../..')
const ports = { PORT: '0', SERVICE_PORT: '0', PLAYGROUND_PORT: '0' }

/** Starts it with these variables and expects it to exit by itself. */
const failing = (env: Record<string, string>, uid?: number) =>
  new Promise<{ code: number | null; errors: string }>((resolve) => {
    const child = spawn(process.execPath, ['src/main.ts'], {
      cwd: root,
      env: { ...childEnvironment(), LOG_LEVEL: 'silent', ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(uid !== undefined && { uid }),
    })
    // If it starts after all, it must not outlive its test.
    onTestFinished(() => void child.kill('SIGKILL'))
    let errors = ''
    child.stderr.on('data', (text: Buffer) => (errors += text.toString()))
    child.once('exit', (code) => resolve({ code, errors }))
  })

const freshDir = () => {
  const path = mkdtempSync(join(tmpdir(), 'onboarding-start-'))
  onTestFinished(() => {
    // An ordinary user cannot empty a folder that a test has locked.
    chmodSync(path, 0o700)
    rmSync(path, { recursive: true, force: true })
  })
  return path
}

const freshWorld = async (changes: Record<string, string> = {}) => {
  const world = await createWorld(changes)
  onTestFinished(async () => {
    await world.kill()
    rmSync(world.env['DATA_DIR'] ?? '', { recursive: true, force: true })
  })
  return world
}

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
)

test.runIf(hasIpv6)('with HOST=::1 all parts find each other', async () => {
  const world = await freshWorld({ HOST: '::1' })
  await world.start()
  const at = `http://[::1]:${world.env['PLAYGROUND_PORT']}`
  expect(world.output()).toContain(`Open ${at}/`)
  const answer = await fetch(`${at}/playground/api/commands`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ as: 'dana', channel: 'acme-onboarding', text: '/onboard help' }),
  })
  expect(await answer.json()).toEqual({ ok: true })
})

test('a second start finds everything unchanged, and continues; a third one beside it is told so in one line', async () => {
  const world = await freshWorld()
  await world.start()
  expect(world.output()).toMatch(/Slack\s+embedded/)
  const channel = 'globex-onboarding'
  await world.command('dana', channel, '/onboard subscribe account:Globex')
  const project = await createProject(world, 'Globex – Second start')
  const task = await openTask(world, project)
  await comment(world, 'robin@globex.example', task.uuid, 'Before the restart')
  const before = await messageSaying(world, channel, 'Before the restart')
  expect(await world.stop()).toMatchObject({ code: 0 })

  await world.start()
  expect((await world.messages(channel)).map(({ ts }) => ts)).toContain(before.ts)
  const ts = await world.say('lee', channel, 'After the restart', before.thread_ts)
  await settled(world, channel, ts)
  expect((await commentsOn(world, project, task.uuid)).map(({ message_plain: text }) => text)).toEqual([
    'Before the restart',
    'Lee Wong (Slack): After the restart',
  ])
  await comment(world, 'robin@globex.example', task.uuid, 'In the same thread')
  expect((await messageSaying(world, channel, 'In the same thread')).thread_ts).toBe(before.thread_ts)

  const { code, errors } = await failing({ ...ports, DATA_DIR: world.env['DATA_DIR'] ?? '' })
  expect(code).toBe(1)
  expect(errors.trim().split('\n')).toHaveLength(1)
  expect(errors).toContain('in use by another running process')
})

// `npm run chaos` kills it many times, at any moment.
test('killed in the middle of a burst: every comment is posted once, the reply is one comment at most', async () => {
  const world = await freshWorld()
  await world.start()
  const channel = 'globex-onboarding'
  await world.command('dana', channel, '/onboard subscribe account:Globex comments')
  const project = await createProject(world, 'Globex – Burst')
  const task = await openTask(world, project)
  await comment(world, 'robin@globex.example', task.uuid, 'opening.')
  const thread = (await messageSaying(world, channel, 'opening.')).thread_ts
  const said: string[] = []
  const answers = Array.from({ length: 12 }, async (_, n) => {
    await comment(world, 'robin@globex.example', task.uuid, `burst ${n}.`)
    said.push(`burst ${n}.`)
  })
  const reply = world.say('lee', channel, 'a reply.', thread).catch(() => undefined)
  await Promise.race([Promise.allSettled(answers), sleep(60)])
  await world.kill()
  await Promise.allSettled([...answers, reply])
  await world.start()
  const written = (await commentsOn(world, project, task.uuid)).map(({ message_plain: text }) => text)
  expect(written).toEqual(expect.arrayContaining(said))
  // Including those whose answer the kill cut off: they exist, so they must be posted.
  const bursts = written.filter((text) => text.startsWith('burst'))
  for (const text of bursts) await messageSaying(world, channel, text, 30_000)
  const messages = (await world.messages(channel)).map(({ text }) => withoutQuote(text))
  for (const text of bursts)
    expect(
      messages.filter((one) => one.includes(text)),
      text,
    ).toHaveLength(1)
  expect(written.filter((text) => text.includes('a reply.')).length).toBeLessThanOrEqual(1)
})

// plain-reason.test.ts has the other variables.
test('a port in use is one line that names the port and the variable, exit 1', async () => {
  const server = createServer()
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
  })
  onTestFinished(() => void server.close())
  const { code, errors } = await failing({ ...ports, SERVICE_PORT: String(port), DATA_DIR: freshDir() })
  expect(code).toBe(1)
  expect(errors.trim().split('\n')).toHaveLength(1)
  expect(errors).toContain(`Port ${port} is in use`)
  expect(errors).toContain('SERVICE_PORT')
})

test('a data directory that is a file, or that this user may not write, is one line, exit 1', async () => {
  const dir = freshDir()
  writeFileSync(join(dir, 'file'), '')
  const file = await failing({ DATA_DIR: join(dir, 'file') })
  expect(file.code).toBe(1)
  expect(file.errors.trim().split('\n')).toHaveLength(1)
  expect(file.errors).toContain('DATA_DIR')
  chmodSync(dir, 0o500)
  // Root may write anywhere, so run it as the user `nobody`.
  const locked = await failing(
    { DATA_DIR: join(dir, 'below') },
    process.getuid?.() === 0 ? 65_534 : undefined,
  )
  expect(locked.code).toBe(1)
  expect(locked.errors.trim().split('\n')).toHaveLength(1)
  expect(locked.errors).toContain('DATA_DIR')
})

test('a bad DATABASE_URL is one line without the password, exit 1', async () => {
  const { code, errors } = await failing({
    DATABASE_URL: 'mysql://nobody:hidden-password@localhost/x',
    DATA_DIR: freshDir(),
    ...ports,
  })
  expect(code).toBe(1)
  expect(errors).toContain('DATABASE_URL')
  expect(errors).not.toContain('hidden-password')
  expect(errors).not.toMatch(/\bat .*\.(ts|js)/)
})
