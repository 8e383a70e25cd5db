import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dropLanes, GiveUp, idleLanes, pruneJobs } from '../../src/lanes/lanes.ts'
import { eachEngine } from '../support/databases.ts'
import { openNode, post } from './node.ts'
import { jobRows, laneRows } from '../support/lane-rows.ts'

const day = 86_400_000

eachEngine('old jobs', (fresh) => {
  const begin = async () => {
    const clock = { now: 100 * day }
    const database = await fresh()
    const { lanes, put } = openNode(database, { now: () => clock.now })
    const work = async ({ payload }: { payload: unknown }) => {
      if (payload === 'bad') throw new GiveUp('no')
    }
    lanes.work({ post: { work, backoff: [] }, mark: { work, backoff: [] } })
    const left = async () => (await jobRows(database)).map(({ payload, state }) => `${payload} ${state}`)
    return { clock, database, lanes, put, left }
  }

  test('are deleted when done before the time; what waits or was set aside stays', async () => {
    const { clock, database, lanes, put, left } = await begin()
    await put(post('a', 1), post('a', 'bad'), post('a', 2), post('b', 'later', { runAt: 900 * day }))
    await put({ ...post('a', 3), kind: 'mark' })
    await lanes.idle()
    clock.now += 50 * day
    await put(post('a', 4))
    await lanes.idle()
    expect(await pruneJobs(database.sql, ['mark', 'post'], 100 * day, 10)).toBe(0)
    expect(await pruneJobs(database.sql, [], 120 * day, 10)).toBe(0)
    expect(await pruneJobs(database.sql, ['post'], 120 * day, 10)).toBe(2)
    expect(await left()).toEqual(['"bad" aside', '"later" waiting', '3 done', '4 done'])
    expect(await pruneJobs(database.sql, ['mark', 'post'], 999 * day, 10)).toBe(2)
    expect(await lanes.replay((await lanes.aside()).map(({ seq }) => seq))).toBe(1)
    // The one that is played again runs at once, and ends as it did.
    await lanes.idle()
    expect(await lanes.counts()).toMatchObject([{ kind: 'post', waiting: 1, aside: 1 }])
  })

  test('go a batch at a time, the longest done first, and free their keys', async () => {
    const { clock, database, lanes, put, left } = await begin()
    for (const n of [1, 2, 3]) {
      await put(post('a', n, { uniqueKey: `key ${n}` }))
      await lanes.idle()
      clock.now += 1
    }
    expect(await pruneJobs(database.sql, ['mark', 'post'], 101 * day, 2)).toBe(2)
    expect(await left()).toEqual(['3 done'])
    await put(post('a', 'again', { uniqueKey: 'key 1' }), post('a', 'not again', { uniqueKey: 'key 3' }))
    await lanes.idle()
    expect(await left()).toEqual(['3 done', '"again" done'])
    expect(await pruneJobs(database.sql, ['mark', 'post'], 101 * day, 2)).toBe(2)
    expect(await pruneJobs(database.sql, ['mark', 'post'], 101 * day, 2)).toBe(0)
  })

  test('leave lanes that go too; one with any job, or fed meanwhile, stays and goes on', async () => {
    const { clock, database, lanes, put } = await begin()
    await put(post('a', 1), post('b', 'bad'), post('c', 'later', { runAt: 900 * day }), post('d', 2))
    await lanes.idle()
    await pruneJobs(database.sql, ['mark', 'post'], 101 * day, 10)
    clock.now += day
    const idle = await idleLanes(database.sql, clock.now)
    expect(idle.sort()).toEqual(['0:post:a', '0:post:d'])
    await put(post('d', 'fed', { runAt: 900 * day }))
    await dropLanes(database.sql, idle, clock.now)
    expect((await laneRows(database)).map(({ lane }) => lane)).toEqual(['0:post:b', '0:post:c', '0:post:d'])
    await put(post('a', 3))
    await lanes.idle()
    clock.now = 901 * day
    await put(post('d', 4))
    await expect.poll(async () => (await lanes.counts())[0]?.waiting, { timeout: 10_000 }).toBe(0)
  })

  test('are found by their index, without reading the jobs that stay', async () => {
    const { database } = await begin()
    const plan = await database.sql.transaction().execute(async (trx) => {
      const postgres = database.engine.name === 'postgres'
      if (postgres) await sql`set local enable_seqscan = off`.execute(trx)
      const asked = sql`select seq from job where state = 'done' and settled_at < 5 order by settled_at limit 9`
      const explain = postgres ? sql`explain ` : sql`explain query plan `
      return (await sql`${explain}${asked}`.execute(trx)).rows
    })
    expect(JSON.stringify(plan)).toContain('job_done')
  })
})
