import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { openOne } from '../support/open-one.ts'
import { freshDatabaseUrl, openFresh } from '../support/databases.ts'
import { doorway } from './doorway.ts'
import { crash, createItems, readItems, writeItems } from './items.ts'

test('a server that crashes under a transaction fails the transaction alone, with the reason', async () => {
  const database = await openFresh('postgres')
  await createItems(database)
  const lost = database.transaction(async (tx) => {
    await crash(database, tx)
    // The connection tells of its end by itself, while nobody asks it anything.
    await sleep(50)
    await writeItems(tx, ['lost'])
  })
  await expect(lost).rejects.toThrow(/terminat|not queryable/i)
  await database.transaction((tx) => writeItems(tx, ['kept']))
  expect(await readItems(database)).toEqual(['kept'])
})

test('a server that is away is waited for and told of once', async () => {
  const door = await doorway(await freshDatabaseUrl('postgres'))
  await door.shut()
  const onAway = vi.fn<(error: Error) => Promise<void>>(async () => undefined)
  const { signal } = new AbortController()
  const opening = openOne(door.url, { waiting: { onAway, signal, pauseMs: 5 } })
  await expect.poll(() => onAway.mock.calls.length).toBe(1)
  await sleep(50)
  await door.open()
  await using database = await opening
  await createItems(database)
  expect(onAway).toHaveBeenCalledTimes(1)
  expect(String(onAway.mock.calls[0]?.[0])).toContain('ECONNREFUSED')
})

test('a database that nobody can open is not waited for', async () => {
  const url = new URL(await freshDatabaseUrl('postgres'))
  url.password = 'another'
  const onAway = vi.fn<(error: Error) => Promise<void>>(async () => undefined)
  const { signal } = new AbortController()
  await expect(openOne(url.href, { waiting: { onAway, signal } })).rejects.toThrow('password')
  expect(onAway).not.toHaveBeenCalled()
})
