import { expect, onTestFinished, test } from 'vitest'
import { Acknowledged } from '../../../src/bot/acknowledged.ts'
import { watchDatabase } from '../../../src/bot/use-cases/upkeep/watch-database.ts'
import { timelineOf, writeBeat } from '../../../src/bot/store/upkeep/beats.ts'
import { type BotDatabase, openDatabase, wholeBot } from '../../../src/bot/store/database.ts'
import { openFresh } from '../../support/databases.ts'
import { botWithThread } from '../support/running-bot.ts'
import { promoted } from '../support/timelines.ts'

/** Nodes beside a bot that has none of its own: what each notices. */
const nodes = async () => {
  const running = await botWithThread({ engine: 'postgres', beatMs: 3_600_000 })
  const { deps } = running.bot
  const opened = await openDatabase(running.databaseUrl)
  onTestFinished(() => opened[Symbol.asyncDispose]())
  const clock = { ahead: 60_000 }
  const node = (now = () => Date.now() + clock.ahead, database: BotDatabase = opened) => {
    const seen = { stored: 0, fails: 0, database }
    const used: BotDatabase = {
      ...database,
      breaks: () => seen.database.breaks(),
      engine: {
        ...database.engine,
        get timeline() {
          return seen.database.engine.timeline
        },
      },
    }
    const acknowledged = {
      storeAgain: async () => {
        if (seen.fails-- > 0) throw new Error('away again')
        seen.stored += 1
      },
      forgetOld: () => undefined,
    }
    const watched = {
      ...deps,
      database: used,
      lanesOf: () => deps.lanes,
      installations: async () => [1],
      now,
      newUuid: () => crypto.randomUUID(),
    }
    const watch = watchDatabase(watched, acknowledged)
    return { ...watch, seen }
  }
  const told = () => running.slack.messages.filter(({ text }) => text.includes('was rolled back')).length
  return { ...running, clock, node, told }
}

test('a node that was only stopped for a while has forgotten nothing, though another took it for gone', async () => {
  const { node, clock, idle, told } = await nodes()
  const stopped = node()
  await stopped.begin()
  clock.ahead += 10_000
  await node().begin()
  await stopped.beat()
  await idle()
  expect(stopped.seen.stored).toBe(0)
  expect(told()).toBe(0)
})

test('a replica that is promoted with every sign of life is looked at all the same, and its makers are told once', async () => {
  const { node, idle, told, until } = await nodes()
  const [one, other] = [node(), node()]
  await one.begin()
  await other.begin()
  await one.sure()
  expect(one.seen.stored).toBe(0)
  for (const each of [one, other]) {
    each.seen.database = promoted(each.seen.database)
    await each.sure()
    await each.sure()
    expect(each.seen.stored).toBe(1)
  }
  await until(() => expect(told()).toBe(1))
  await idle()
  expect(told()).toBe(1)
})

test('what could not be stored again is stored at the next sign of life', async () => {
  const { node } = await nodes()
  const one = node()
  await one.begin()
  one.seen.database = promoted(one.seen.database)
  one.seen.fails = 1
  await expect(one.sure()).rejects.toThrow('away again')
  await one.beat()
  await one.beat()
  expect(one.seen.stored).toBe(1)
})

test('the mark of a restored backup makes the next node ask Slack for all that came after it, once', async () => {
  const { node, everyone, idle, told, until } = await nodes()
  const mark = { count: 0, at: Date.now() - 300_000, timeline: null, restored: true } as const
  await writeBeat(everyone.of(wholeBot).sql, 'restored', mark)
  await node().begin()
  await until(() => expect(told()).toBe(1))
  await node().begin()
  await idle()
  expect(told()).toBe(1)
})

test('a node starts although the server’s clock was set back since another one ended', async () => {
  const { node, clock, everyone, told, until } = await nodes()
  const mark = { count: 1, at: Date.now() + clock.ahead + 3_600_000, timeline: null } as const
  await writeBeat(everyone.of(wholeBot).sql, 'before the clock was set back', mark)
  const late = node()
  await expect(late.begin()).resolves.toBeUndefined()
  expect(await late.isWhole(1)).toBe(false)
  await until(async () => expect(await late.isWhole(1)).toBe(true))
  expect(told()).toBe(0)
})

test('PostgreSQL tells its timeline to any user, and SQLite has none', async () => {
  expect(await timelineOf(await openFresh('postgres'))).toMatch(/^[0-9A-F]{8}$/)
  expect(await timelineOf(await openFresh('sqlite'))).toBeNull()
})

test('what was acknowledged is kept through an outage of any length, and a minute after it is seen to be stored', async () => {
  const clock = { now: 0 }
  const acknowledged = new Acknowledged(() => clock.now, { soleOwner: false })
  const stored: string[] = []
  acknowledged.keep(async () => void stored.push('event'))
  acknowledged.keep(async () => void stored.push('reply'))
  acknowledged.keep(async () => void stored.push('sent'), 'end')
  clock.now = 3_600_000
  acknowledged.keep(async () => void stored.push('after the outage'))
  await acknowledged.storeAgain()
  expect(stored).toEqual(['sent', 'event', 'reply', 'after the outage'])
  acknowledged.forgetOld()
  await acknowledged.storeAgain()
  expect(stored.slice(4)).toEqual(['after the outage'])
})
