import { expect, test } from 'vitest'
import { openDatabase as openServiceDatabase } from '../../src/service/store/database.ts'
import { lastInboxAt } from '../../src/bot/store/events/inbox.ts'
import { eachEngine, freshDatabaseUrl } from '../support/databases.ts'
import { openOne as openBotDatabase } from '../support/open-one.ts'
import { noteStep, rowCount } from './journal.ts'

eachEngine('the schema', (_fresh, engine) => {
  test('may be shared by bot and service: each leaves the steps of the other as they are', async () => {
    const url = await freshDatabaseUrl(engine)
    await noteStep(url, '2026-11-22-service-of-a-later-version')
    await using bot = await openBotDatabase(url)
    expect(await lastInboxAt(bot.sql)).toBeUndefined()
  })

  test('that is newer than the program is refused, so that nothing is written that it does not know', async () => {
    const url = await freshDatabaseUrl(engine)
    await noteStep(url, '2026-11-22-bot-of-a-later-version')
    await expect(openBotDatabase(url)).rejects.toThrow(/bot-of-a-later-version/)
    await using service = await openServiceDatabase(url)
    expect(await rowCount(service, 'organization')).toBe(0)
  })
})
