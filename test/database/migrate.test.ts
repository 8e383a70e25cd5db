import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase as openBotDatabase } from '../../src/bot/store/database.ts'
import { openDatabase as openServiceDatabase } from '../../src/service/store/database.ts'
import { eachEngine, freshDatabaseUrl } from '../support/databases.ts'

eachEngine('the schema', (_fresh, engine) => {
  /** The database says that a step was run. */
  const noteStep = async (url: string, name: string) => {
    await using database = await openBotDatabase(url)
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${'2026-11-22T00:00:00Z'})`.execute(
      database.sql,
    )
  }

  test('may be shared by bot and service: each leaves the steps of the other as they are', async () => {
    const url = await freshDatabaseUrl(engine)
    await noteStep(url, '2026-11-22-service-of-a-later-version')
    const bot = await openBotDatabase(url)
    await expect(bot.sql.selectFrom('inbox').selectAll().execute()).resolves.toEqual([])
    await bot[Symbol.asyncDispose]()
    await expect(openServiceDatabase(url)).rejects.toThrow(/service-of-a-later-version/)
  })

  test('that is newer than the program is refused, so that nothing is written that it does not know', async () => {
    const url = await freshDatabaseUrl(engine)
    await noteStep(url, '2026-11-22-bot-of-a-later-version')
    await expect(openBotDatabase(url)).rejects.toThrow(/bot-of-a-later-version/)
    const service = await openServiceDatabase(url)
    await expect(service.sql.selectFrom('organization').selectAll().execute()).resolves.toEqual([])
    await service[Symbol.asyncDispose]()
  })
})
