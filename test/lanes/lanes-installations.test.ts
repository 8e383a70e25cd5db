import { expect, test } from 'vitest'
import type { Job, LaneKind, NewJob } from '../../src/lanes/lanes.ts'
import { eachEngine } from '../support/databases.ts'
import { laneRows } from '../support/lane-rows.ts'
import { gate, openNode, patience, post } from './node.ts'

eachEngine('installations', (fresh) => {
  /** A node, and jobs for an installation. `begin`: it works off what is there. */
  const open = async () => {
    const database = await fresh()
    const { lanes } = openNode(database)
    const put = (installation: number, ...jobs: NewJob[]) =>
      database.transaction((tx) => lanes.of(installation).enqueue(tx, jobs))
    const begin = (work: LaneKind['work'], concurrency = 16) =>
      lanes.work({ post: { work, backoff: [], concurrency } })
    return { database, lanes, put, begin }
  }
  const jobs = (count: number) => Array.from({ length: count }, (_, at) => post(`lane ${at}`, at))

  test('with the same lanes and keys do not meet', async () => {
    const { lanes, put, begin } = await open()
    const seen: string[] = []
    begin(async ({ installation, lane, payload }) => {
      seen.push(`${installation} ${lane} ${payload as string}`)
      if (payload === 'bad') throw new Error('no')
    })
    const [once, twice] = ['once', 'twice'].map((payload) => post('a', payload, { uniqueKey: 'k' }))
    for (const installation of [1, 2]) await put(installation, once!, twice!, post('a', 'bad'))
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
    const { lanes, put, begin } = await open()
    const { passed, open: release } = gate()
    const done: number[] = []
    begin(async ({ installation }) => {
      if (installation === 1) await passed
      done.push(installation)
    }, 4)
    await put(1, ...jobs(200))
    for (const installation of [2, 3, 4]) await put(installation, ...jobs(9))
    await expect.poll(() => done.length, patience).toBe(27)
    expect(done).not.toContain(1)
    release()
    await lanes.idle()
    expect(done).toHaveLength(227)
  })

  test('that wait for a slow tracker take no place from one that runs nothing', async () => {
    const { lanes, put, begin } = await open()
    const { passed, open: release } = gate()
    const begun: number[] = []
    begin(async ({ installation }) => {
      begun.push(installation)
      if (installation <= 6) await passed
    }, 2)
    for (const installation of [1, 2, 3, 4, 5, 6]) await put(installation, ...jobs(9))
    // Four fill the eight places, and the others got one each.
    await expect.poll(() => begun.length, patience).toBe(10)
    await put(7, ...jobs(3))
    await expect.poll(() => begun.filter((one) => one === 7), patience).toHaveLength(3)
    release()
    await lanes.idle()
    expect(begun).toHaveLength(57)
  })

  test('may use what others leave, and one that comes later still starts at once', async () => {
    const { lanes, put, begin } = await open()
    const { passed, open: release } = gate()
    const begun: number[] = []
    begin(async ({ installation }) => {
      begun.push(installation)
      await passed
    }, 6)
    for (const installation of [2, 3, 4]) await put(installation, post('a', 1))
    await put(1, ...jobs(50))
    const ofFirst = () => begun.filter((installation) => installation === 1).length
    // A fifth of the twelve places would be two.
    await expect.poll(ofFirst, patience).toBeGreaterThanOrEqual(6)
    await put(5, post('a', 1))
    await expect.poll(() => begun, patience).toContain(5)
    release()
    await lanes.idle()
  })

  test('take turns when another node left their lanes behind', async () => {
    const { database, put } = await open()
    await put(1, ...jobs(300))
    await put(9, post('a', 1))
    const { lanes } = openNode(database)
    const order: number[] = []
    const work = async ({ installation }: Job) => void order.push(installation)
    lanes.work({ post: { work, backoff: [], concurrency: 2 } })
    await lanes.idle()
    expect(order).toHaveLength(301)
    expect(order.indexOf(9)).toBeLessThan(20)
  })

  test('one that has nothing to do starts at once, however much another has waiting', async () => {
    const { database, lanes, put, begin } = await open()
    const { passed, open: release } = gate()
    begin(() => passed, 2)
    await put(1, ...jobs(50))
    await put(2, post('a', 1))
    const [lane] = await laneRows(database, { lane: '2:post:a' })
    expect(lane?.lease_until).toBeGreaterThan(0)
    release()
    await lanes.idle()
  })
})
