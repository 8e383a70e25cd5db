import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase, wholeBot } from '../../src/bot/store/database.ts'
import { addToInbox } from '../../src/bot/store/events/inbox.ts'
import { migrations } from '../../src/bot/store/migrations/migrations.ts'
import { instanceKey, readSetting } from '../../src/bot/store/settings.ts'
import { allBeats } from '../../src/bot/store/upkeep/beats.ts'
import { openDatabase as open } from '../../src/database/database.ts'
import { emptyUrl } from '../bot/support/former-database.ts'
import type { EngineName } from '../support/databases.ts'
import { laneRows, jobRows } from '../support/lane-rows.ts'
import { clear, fill, indexes, putLane, putSetting, rowsIn } from './every-table.ts'

const step = '2026-11-22-bot-scope-installation'

/** A database of the version before, with two rows in every table, and what it became. */
const migrated = async (engine: EngineName) => {
  const url = await emptyUrl(engine)
  const steps = Object.fromEntries(Object.entries(migrations.steps).filter(([name]) => name < step))
  const former = await open(url, { ...migrations, steps })
  const rows = [await fill(former.sql, 'first'), await fill(former.sql, 'second')]
  await putSetting(former.sql, 'instance_key', 'the key')
  await putSetting(former.sql, 'beat:node', '{"count":1,"at":2,"timeline":null}')
  for (const kind of ['post', 'hook-subscription', 'hook']) await putLane(former.sql, kind)
  await former[Symbol.asyncDispose]()
  const database = await openDatabase(url)
  onTestFinished(async () => database[Symbol.asyncDispose]())
  return { database, rows }
}

describe.each(['sqlite', 'postgres'] as const)('the step to installations on %s', (engine) => {
  test('gives every row to the first installation, and changes nothing else', async () => {
    const { database, rows } = await migrated(engine)
    const [one, whole] = [database.of(1), database.of(wholeBot)]
    const [first = new Map<string, object>(), second = new Map<string, object>()] = rows
    expect(first.size).toBeGreaterThan(20)
    for (const table of first.keys()) {
      const found = await rowsIn((table === 'hook_secret' ? whole : one).sql, table)
      expect(found, table).toHaveLength(2)
      expect(found, table).toEqual([
        expect.objectContaining(first.get(table)),
        expect.objectContaining(second.get(table)),
      ])
    }
  })

  test('gives the process’s settings to the whole bot', async () => {
    const { database } = await migrated(engine)
    const whole = database.of(wholeBot)
    expect(await instanceKey(whole.sql, () => 'another')).toBe('the key')
    expect([...(await allBeats(whole.sql)).keys()]).toEqual(['node'])
    expect(await readSetting(database.of(1).sql, 'instance_key')).toBeUndefined()
    expect(await readSetting(database.of(1).sql, 'first key')).toBe('first value')
  })

  test('gives the bot’s lanes to the first installation, and leaves the tracker’s and the service’s', async () => {
    const { database } = await migrated(engine)
    const lanes = ['0:hook-subscription:name', '0:hook:name', '1:post:name']
    const owners = [0, 0, 1]
    const found = await laneRows(database.lanes)
    expect(found.map(({ lane }) => lane)).toEqual(lanes)
    expect(found.map((row) => row.installation_id)).toEqual(owners)
    const jobs = (await jobRows(database.lanes)).sort((one, other) => (one.lane < other.lane ? -1 : 1))
    expect(jobs.map(({ lane }) => lane)).toEqual(lanes)
    expect(jobs.map((row) => row.installation_id)).toEqual(owners)
  })

  test('goes on with the ids where they were, and uses none again', async () => {
    const { database } = await migrated(engine)
    const row = { eventName: 'x', objectUuid: null, projectUuid: null, body: '', receivedAt: 1 }
    const ids = await database.of(2).transaction((tx) => addToInbox(tx, [{ ...row, dedupeKey: 'new' }]))
    expect([...ids.values()]).toEqual([3])
    await clear(database.of(2).sql, 'inbox')
    const again = await database.of(1).transaction((tx) => addToInbox(tx, [{ ...row, dedupeKey: 'again' }]))
    expect([...again.values()]).toEqual([4])
  })

  test('keeps each index, which now begins with the installation', async () => {
    const url = await emptyUrl(engine)
    const indexesAfter = async (isWanted: (name: string) => boolean) => {
      const steps = Object.fromEntries(Object.entries(migrations.steps).filter(([name]) => isWanted(name)))
      await using database = await open(url, { ...migrations, steps })
      const all = await indexes(database)
      return all.filter(({ name }) => !/^(lane|job|installation|oauth_state)_/.test(name))
    }
    const former = await indexesAfter((name) => name < step)
    const now = await indexesAfter((name) => name <= step)
    expect(now.map(({ name }) => name).sort()).toEqual(former.map(({ name }) => name).sort())
    expect(now.filter(({ definition }) => !/\(installation_id, /.test(definition))).toEqual([])
  })
})
