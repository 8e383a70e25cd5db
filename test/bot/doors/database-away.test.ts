import { expect, test, vi } from 'vitest'
import { freshDatabaseUrl } from '../../support/databases.ts'
import { freePort } from '../../support/free-port.ts'
import { doorway } from '../../database/doorway.ts'
import { botProcess } from '../support/bot-process.ts'
import { commentEvent } from '../support/running-bot.ts'
import { readinessAt } from '../support/start-node.ts'

// Whole processes start here, beside other tests.
vi.setConfig({ testTimeout: 90_000 })

const behindADoor = async (env: (databaseUrl: string) => Record<string, string>) => {
  const door = await doorway(await freshDatabaseUrl('postgres'))
  await door.shut()
  const bot = await botProcess(env(door.url), { begin: false })
  const isReady = () =>
    vi.waitFor(async () => expect(await readinessAt(bot.url)).toMatchObject({ status: 200, ready: true }), {
      timeout: 30_000,
      interval: 100,
    })
  const isWaiting = async () => {
    const reasons = [expect.stringContaining('the database cannot be reached')]
    expect(await readinessAt(bot.url)).toMatchObject({ status: 503, reasons })
  }
  return { ...bot, door, isReady, isWaiting }
}

const ofTheBot = (url: string) => ({ DATABASE_URL: url })

test('a start while the database is away waits for it and says so; a crash of the database ends no process', async () => {
  const { door, isReady, isWaiting, start, hook, tracker, child } = await behindADoor(ofTheBot)
  await start()
  await isWaiting()
  expect((await hook(commentEvent(tracker.addComment({ message_plain: 'Too early' })))).status).toBe(503)
  await door.open()
  await isReady()
  door.cut()
  const after = commentEvent(tracker.addComment({ message_plain: 'After the crash' }))
  await vi.waitFor(async () => expect((await hook(after)).status).toBe(200), { timeout: 30_000 })
  expect(child().exitCode).toBeNull()
})

test('while a start waits, strangers learn nothing of the database, the operator’s port says why, and SIGTERM ends it within five seconds', async () => {
  const port = String(await freePort())
  const { url, start, command, child, exited } = await behindADoor((databaseUrl) => ({
    DATABASE_URL: databaseUrl,
    OPS_PORT: port,
  }))
  await start()
  expect((await command('help')).status).toBe(503)
  const asked = async (address: string) => (await fetch(address)).text()
  expect(await asked(`${url}/readyz`)).toBe('{"status":"unready"}')
  expect(await asked(`http://127.0.0.1:${port}/readyz`)).toContain('the database cannot be reached')
  const metrics = await asked(`http://127.0.0.1:${port}/metrics`)
  expect(metrics).toMatch(/^onboarding_database_up 0$/m)
  expect(metrics).toMatch(/^onboarding_ready 0$/m)
  const began = Date.now()
  child().kill('SIGTERM')
  expect(await exited()).toBe(0)
  expect(Date.now() - began).toBeLessThan(5_000)
})

test('the embedded service waits for a database of its own as the bot does, on the bot’s port', async () => {
  const port = String(await freePort())
  const { door, isReady, isWaiting, start } = await behindADoor((url) => ({
    ONBOARDING_BASE_URL: '',
    ONBOARDING_API_KEY: '',
    SERVICE_PORT: port,
    SERVICE_DATABASE_URL: url,
  }))
  await start()
  await isWaiting()
  await door.open()
  await isReady()
})
