import { expect, test, vi } from 'vitest'
import { freshDatabaseUrl } from '../../support/databases.ts'
import { doorway } from '../../support/doorway.ts'
import { botProcess } from '../support/bot-process.ts'
import { commentEvent } from '../support/running-bot.ts'

// Whole processes start here, beside other tests.
vi.setConfig({ testTimeout: 90_000 })

const behindADoor = async () => {
  const door = await doorway(await freshDatabaseUrl('postgres'))
  await door.shut()
  const bot = await botProcess({ DATABASE_URL: door.url }, { begin: false })
  const ready = async () => {
    const response = await fetch(`${bot.url}/readyz`)
    return [response.status, JSON.stringify(await response.json())]
  }
  return { ...bot, door, ready }
}

test('a start while the database is away waits for it and says so; a crash of the database ends no process', async () => {
  const { door, ready, start, hook, tracker, child } = await behindADoor()
  await start()
  expect(await ready()).toEqual([503, expect.stringContaining('the database cannot be reached')])
  expect((await hook(commentEvent(tracker.addComment({ message_plain: 'Too early' })))).status).toBe(503)
  await door.open()
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
  const { start, exited, child } = await behindADoor()
  await start()
  const began = Date.now()
  child().kill('SIGTERM')
  expect(await exited()).toBe(0)
  expect(Date.now() - began).toBeLessThan(5_000)
})
