import { expect, test } from 'vitest'
import { createPacer } from '../../../src/client/pacer.ts'
import { writePace } from '../../../src/bot/store/key-values.ts'
import { eachEngine } from '../../support/databases.ts'
import { countStatements } from '../../support/count-statements.ts'
import { jobRows } from '../../support/lane-rows.ts'
import { botWithThread, channel, commentEvent } from '../support/running-bot.ts'
import { task } from '../support/stand-in-tracker.ts'

const clock = (at = Date.UTC(2026, 5, 15)) => ({
  now: () => at,
  pass: (ms: number) => void (at += ms),
})

eachEngine('the turns of writes', (fresh) => {
  test('come one a second over all nodes, whoever asks', async () => {
    const database = await fresh()
    const time = clock()
    const [one, other] = [writePace({ id: 1, database }, time), writePace({ id: 1, database }, time)]
    expect(await one.take()).toBe(0)
    expect(await other.take()).toBe(1_000)
    time.pass(400)
    expect(await one.take()).toBe(600)
    time.pass(600)
    expect(await other.take()).toBe(0)
    expect(await one.take()).toBe(1_000)
  })

  test('are taken by one of many that ask at the same moment', async () => {
    const database = await fresh()
    const time = clock()
    const asked = await Promise.all(
      Array.from({ length: 20 }, () => writePace({ id: 1, database }, time).take()),
    )
    expect(asked.filter((ms) => ms === 0)).toHaveLength(1)
  })

  test('are held back after a 429, and a shorter hold does not end a longer one', async () => {
    const database = await fresh()
    const time = clock()
    const turns = writePace({ id: 1, database }, time)
    await turns.hold(60_000)
    await turns.hold(2_000)
    expect(await turns.take()).toBe(60_000)
    time.pass(60_000)
    expect(await turns.take()).toBe(0)
  })

  test.each([240_000, 86_400_000])('are not stopped by a node whose clock is %s ms ahead', async (ahead) => {
    const database = await fresh()
    const time = clock()
    await writePace({ id: 1, database }, clock(time.now() + ahead)).take()
    expect(await writePace({ id: 1, database }, time).take()).toBe(0)
    await writePace({ id: 1, database }, time).hold(86_400_000)
    time.pass(5 * 60_000)
    expect(await writePace({ id: 1, database }, time).take()).toBe(0)
  })

  test('pace the writes of two pacers together', async () => {
    const database = await fresh()
    const time = clock()
    const sleep = (ms: number) => Promise.resolve(time.pass(ms))
    const pacer = () => createPacer({ turns: writePace({ id: 1, database }, time), sleep })
    const [one, other] = [pacer(), pacer()]
    const start = time.now()
    await one.write()
    await other.write()
    await one.write()
    expect(time.now() - start).toBe(2_000)
    await one.penalize(60_000)
    await expect(other.write()).rejects.toMatchObject({ kind: 'rate-limited', retryAfterMs: 60_000 })
  })
})

const gapMs = 50
const places = 40

test('replies that wait for the tracker’s pace are tried at their place in the line, and cost nothing before', async () => {
  const pacer = createPacer({ gapMs, maxWaitMs: 2 * gapMs })
  const keys: string[] = []
  const place = (key: string) => {
    keys.push(key)
    return pacer.place?.(key) ?? 0
  }
  const { tracker, slack, say, idle, until, database, root, hook } = await botWithThread({
    place,
    laneOptions: { sweepMs: 60_000 },
  })
  for (let n = 0; n < places; n += 1) {
    const uuid = `${n}`.padStart(8, '0') + task.uuid.slice(8)
    tracker.tasks.set(uuid, { ...task, uuid, name: `Task ${n}` })
    // The comments of one author would be counted by one message more.
    const facts = { associated_object_uuid: uuid, created_by_uuid: uuid, created_by_name: `Author ${n}` }
    const comment = tracker.addComment({ message_plain: `On ${n}`, ...facts })
    await hook(commentEvent(comment))
  }
  await idle()
  const roots = slack.roots(channel).filter(({ ts }) => ts > root.ts)
  expect(roots).toHaveLength(places)

  const before = tracker.comments.size
  for (const { ts } of roots) await say('We start on Monday', { thread_ts: ts })
  await until(async () =>
    expect(await jobRows(database, { kind: 'reply', state: 'waiting' })).not.toEqual([]),
  )
  const counted = countStatements('sqlite')
  await until(() => expect(tracker.comments.size).toBe(before + places))
  await idle()
  // Once when it came, and once at its place.
  expect(keys.length).toBeLessThanOrEqual(2 * places)
  expect(new Set(keys).size).toBe(places)
  // A reply's own 19 at most. Its first try adds a few, and its storing was not counted.
  expect(counted.statements()).toBeLessThan(20 * places)
})
