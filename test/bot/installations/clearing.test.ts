import { expect, onTestFinished, test } from 'vitest'
import { type BotDatabase, openDatabase } from '../../../src/bot/store/database.ts'
import { addToInbox, inboxRow } from '../../../src/bot/sync/events/store/inbox.ts'
import { clearInstallation } from '../../../src/bot/installations/store/leaving.ts'
import { freshDatabaseUrl, engines } from '../../support/databases.ts'
import { eventRows } from '../support/rows/post-rows.ts'

const addEvents = (database: BotDatabase, installation: number, count: number) => {
  const about = { eventName: 'comment_new', objectUuid: null, projectUuid: null, body: '{}', receivedAt: 1 }
  const rows = Array.from({ length: count }, (_, n) => ({ ...about, dedupeKey: String(n) }))
  return database.of(installation).transaction((tx) => addToInbox(tx, rows))
}

for (const engine of engines)
  test(`erasing a workspace holds up no other one: what these ask is answered meanwhile (${engine})`, async () => {
    const database = await openDatabase(await freshDatabaseUrl(engine))
    onTestFinished(() => database[Symbol.asyncDispose]())
    await addEvents(database, 1, 1)
    await addEvents(database, 2, 1_000)
    let isOver = false
    const cleared = clearInstallation(database, 2).then(() => (isOver = true))
    await inboxRow(database.of(1).sql, 1)
    expect(isOver).toBe(false)
    await cleared
    expect(await eventRows(database.of(1))).toHaveLength(1)
    expect(await eventRows(database.of(2))).toEqual([])
  })
