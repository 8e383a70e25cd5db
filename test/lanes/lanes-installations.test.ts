import { expect, test } from 'vitest'
import type { Job } from '../../src/lanes/lanes.ts'
import { eachEngine } from '../support/databases.ts'
import { laneRows } from '../support/lane-rows.ts'
import { gate, openNode, patience, post } from './node.ts'

eachEngine('installations', (fresh) => {
  test('with the same lanes and keys do not meet', async () => {
    const database = await fresh()
    const { lanes } = openNode(database)
    const seen: string[] = []
    const work = async ({ installation, lane, payload }: Job) => {
      seen.push(`${installation} ${lane} ${payload as string}`)
      if (payload === 'bad') throw new Error('no')
    }
    lanes.work({ post: { work, backoff: [] } })
    for (const installation of [1, 2])
      await database.transaction((tx) =>
        lanes
          .of(installation)
          .enqueue(tx, [
            post('a', 'once', { uniqueKey: 'k' }),
            post('a', 'twice', { uniqueKey: 'k' }),
            post('a', 'bad'),
          ]),
      )
    await lanes.idle()
    expect(seen.sort()).toEqual(['1 a bad', '1 a once', '2 a bad', '2 a once'])
    const [one, two] = [lanes.of(1), lanes.of(2)]
    expect(await one.aside()).toHaveLength(1)
    expect(await one.counts()).toMatchObject([{ kind: 'post', aside: 1 }])
    const others = await two.aside()
    expect(await one.replay(others.map(({ seq }) => seq))).toBe(0)
    expect(await two.aside()).toEqual(others)
  })

  test('share the places: many lanes that hang leave room for the others', async () => {
    const database = await fresh()
    const { lanes } = openNode(database)
    const { passed, open } = gate()
    const done: number[] = []
    const work = async ({ installation }: Job) => {
      if (installation === 1) await passed
      done.push(installation)
    }
    lanes.work({ post: { work, backoff: [], concurrency: 4 } })
    const many = Array.from({ length: 200 }, (_, at) => post(`lane ${at}`, at))
    await database.transaction((tx) => lanes.of(1).enqueue(tx, many))
    for (const installation of [2, 3, 4])
      await database.transaction((tx) => lanes.of(installation).enqueue(tx, many.slice(0, 9)))
    await expect.poll(() => done.length, patience).toBe(27)
    expect(done).not.toContain(1)
    open()
    await lanes.idle()
    expect(done).toHaveLength(227)
  })

  test('may use what others leave, and one that comes later still starts at once', async () => {
    const database = await fresh()
    const { lanes } = openNode(database)
    const { passed, open } = gate()
    const begun: number[] = []
    const work = async ({ installation }: Job) => {
      begun.push(installation)
      await passed
    }
    lanes.work({ post: { work, backoff: [], concurrency: 6 } })
    const many = Array.from({ length: 50 }, (_, at) => post(`lane ${at}`, at))
    for (const installation of [2, 3, 4])
      await database.transaction((tx) => lanes.of(installation).enqueue(tx, [post('a', 1)]))
    await database.transaction((tx) => lanes.of(1).enqueue(tx, many))
    const ofFirst = () => begun.filter((installation) => installation === 1).length
    // A fifth of the twelve places would be two.
    await expect.poll(ofFirst, patience).toBeGreaterThanOrEqual(6)
    await database.transaction((tx) => lanes.of(5).enqueue(tx, [post('a', 1)]))
    await expect.poll(() => begun, patience).toContain(5)
    open()
    await lanes.idle()
  })

  test('take turns when another node left their lanes behind', async () => {
    const database = await fresh()
    const asleep = openNode(database)
    const many = Array.from({ length: 300 }, (_, at) => post(`lane ${at}`, at))
    await database.transaction((tx) => asleep.lanes.of(1).enqueue(tx, many))
    await database.transaction((tx) => asleep.lanes.of(9).enqueue(tx, [post('a', 1)]))
    const { lanes } = openNode(database)
    const order: number[] = []
    const work = async ({ installation }: Job) => void order.push(installation)
    lanes.work({ post: { work, backoff: [], concurrency: 2 } })
    await lanes.idle()
    expect(order).toHaveLength(301)
    expect(order.indexOf(9)).toBeLessThan(20)
  })

  test('one that has nothing to do starts at once, however much another has waiting', async () => {
    const database = await fresh()
    const { lanes } = openNode(database)
    const { passed, open } = gate()
    lanes.work({ post: { work: () => passed, backoff: [], concurrency: 2 } })
    const many = Array.from({ length: 50 }, (_, at) => post(`lane ${at}`, at))
    await database.transaction((tx) => lanes.of(1).enqueue(tx, many))
    await database.transaction((tx) => lanes.of(2).enqueue(tx, [post('a', 1)]))
    const [lane] = await laneRows(database, { lane: '2:post:a' })
    expect(lane?.lease_until).toBeGreaterThan(0)
    open()
    await lanes.idle()
  })
})
