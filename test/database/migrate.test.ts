import { expect, test } from 'vitest'
import { openDatabase as open } from '../../src/database/database.ts'
import { type MigrationStep, running } from '../../src/database/migrate.ts'
import { migrations } from '../../src/bot/store/schema.ts'
import { openDatabase as openServiceDatabase } from '../../src/service/store/database.ts'
import { lastInboxAt } from '../../src/bot/store/inbox.ts'
import { eachEngine, freshDatabaseUrl } from '../support/databases.ts'
import { openOne as openBotDatabase } from '../support/open-one.ts'
import { writeKey } from '../../src/bot/store/key-values.ts'
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
    await expect(openBotDatabase(url)).rejects.toThrow(
      'the database cannot be used: a newer version of this program has used it (2026-11-22-bot-of-a-later-version): start that version, or restore a backup into a new database',
    )
    await using service = await openServiceDatabase(url)
    expect(await rowCount(service, 'organization')).toBe(0)
  })

  const withLater = (later: MigrationStep) => ({
    ...migrations,
    steps: { ...migrations.steps, '2099-01-01-bot-later': later },
  })

  test('takes a later step once, after the schema, and keeps its rows', async () => {
    const url = await freshDatabaseUrl(engine)
    const addNumber = withLater(
      running([`alter table setting add column number bigint`, 'create table later (id {sequence})']),
    )
    {
      await using database = await openBotDatabase(url)
      await writeKey(database.sql, 'key', 'value')
    }
    for (const _ of ['first', 'second']) {
      await using database = await open(url, addNumber)
      expect(await rowCount(database, 'setting')).toBe(1)
      expect(await rowCount(database, 'later')).toBe(0)
    }
  })

  test('is as it was after a step that fails halfway', async () => {
    const url = await freshDatabaseUrl(engine)
    const failing = withLater(running(['create table later (id {sequence})', 'create nonsense']))
    await expect(open(url, failing)).rejects.toThrow(/nonsense/)
    await using database = await open(url, migrations)
    await expect(rowCount(database, 'later')).rejects.toThrow(/later/)
  })
})
