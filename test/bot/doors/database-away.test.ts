import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test, vi } from 'vitest'
import { freshDatabaseUrl } from '../../support/databases.ts'
import { freePort } from '../../support/free-port.ts'
import { doorway } from '../../support/doorway.ts'
import { botProcess } from '../support/bot-process.ts'
import { commentEvent } from '../support/running-bot.ts'

// Whole processes start here, beside other tests.
vi.setConfig({ testTimeout: 90_000 })

const behindADoor = async (env: (databaseUrl: string) => Record<string, string>) => {
  const door = await doorway(await freshDatabaseUrl('postgres'))
  await door.shut()
  const bot = await botProcess(env(door.url), { begin: false })
  const ready = async () => {
    const response = await fetch(`${bot.url}/readyz`)
    return [response.status, JSON.stringify(await response.json())]
  }
  return { ...bot, door, ready }
}

/** Waits until somebody asks for the database, and turns them away. */
const knocked = async (databaseUrl: string) => {
  const server = createServer((socket) => socket.destroy())
  server.listen(Number(new URL(databaseUrl).port), '127.0.0.1')
  await once(server, 'connection')
  server.close()
  await once(server, 'close')
}

const ofTheBot = (url: string) => ({ DATABASE_URL: url })

test('a start while the database is away waits for it; a crash of the database ends no process', async () => {
  const { door, ready, start, hook, tracker, child } = await behindADoor(ofTheBot)
  const started = start()
  await knocked(door.url)
  await door.open()
  await started
  await vi.waitFor(async () => expect(await ready()).toEqual([200, expect.any(String)]), {
    timeout: 30_000,
    interval: 100,
  })
  door.cut()
  const after = commentEvent(tracker.addComment({ message_plain: 'After the crash' }))
  await vi.waitFor(async () => expect((await hook(after)).status).toBe(200), { timeout: 30_000 })
  expect(child().exitCode).toBeNull()
})

test('SIGTERM ends a process that waits for its database within five seconds', async () => {
  const { door, start, exited, child } = await behindADoor(ofTheBot)
  // It never listens.
  start().catch(() => undefined)
  await knocked(door.url)
  const began = Date.now()
  child().kill('SIGTERM')
  expect(await exited()).toBe(0)
  expect(Date.now() - began).toBeLessThan(5_000)
})

test('the embedded service waits for a database of its own as the bot does', async () => {
  const port = String(await freePort())
  const { door, ready, start } = await behindADoor((url) => ({
    ONBOARDING_BASE_URL: '',
    ONBOARDING_API_KEY: '',
    SERVICE_PORT: port,
    SERVICE_DATABASE_URL: url,
  }))
  const started = start()
  await knocked(door.url)
  await door.open()
  await started
  await vi.waitFor(async () => expect(await ready()).toEqual([200, expect.any(String)]), {
    timeout: 30_000,
    interval: 100,
  })
})
