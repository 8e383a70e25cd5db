import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { keepSent } from '../../../src/bot/store/replies/doubts.ts'
import { dropParts, lockReply, partsOf, replyBySource } from '../../../src/bot/store/replies/replies.ts'
import { olderCopy } from '../../support/databases.ts'
import { openOne } from '../../support/open-one.ts'
import { botWithHistory, nextBeats } from '../support/history.ts'
import { channel, commentEvent, dana, startNode } from '../support/running-bot.ts'

// The bot waits for the other node's sign of life, and for echoes.
vi.setConfig({ testTimeout: 60_000 })

const minute = 60_000
const done = ['white_check_mark']

test.each([
  { change: 'deleted', subtype: 'message_deleted', told: 'Your reply was deleted in Slack only' },
  { change: 'edited', subtype: 'message_changed', told: 'Your edit changed Slack only' },
])(
  'a reply that was sent before a failover and $change right after it stays a comment, and its author is told',
  async ({ subtype, told }) => {
    const often = { beatMs: 500 }
    const the = await botWithHistory('postgres', often)
    const { slack, slackEvent, tracker, databaseUrl, root, answers, idle, asked } = the
    const second = await startNode({ databaseUrl, slack, tracker }, often)
    onTestFinished(second.close)
    const failOver = await olderCopy(databaseUrl)
    const ts = await answers('Sent before the failover')
    await idle()
    await nextBeats(second)
    await failOver()
    const said = { type: 'message', user: dana, ts, thread_ts: root.ts, text: 'Sent before the failover' }
    const message = { ...said, text: 'Changed after it' }
    const change = { message, deleted_ts: ts, previous_message: said, ts: `${ts}9` }
    await slackEvent({ type: 'message', subtype, channel, ...change })
    await vi.waitFor(() => expect(asked()).toEqual([expect.stringContaining(told)]), { timeout: 30_000 })
    expect(slack.signs(ts)).toEqual(done)
    expect(tracker.attempts).toHaveLength(1)
  },
)

test('a reply that the tracker accepted in the moment of a failover is a comment, and nobody is asked', async () => {
  const the = await botWithHistory('postgres')
  const { slack, tracker, databaseUrl, until, clock, answers, asked, idle } = the
  tracker.control.down = 'unreachable'
  const ts = await answers('Accepted in that moment')
  const failOver = await olderCopy(databaseUrl)
  // The copy doesn't know of ⏳.
  clock.ahead += minute
  await until(() => expect(slack.signs(ts)).toEqual(['hourglass_flowing_sand']))
  const beside = await openOne(databaseUrl)
  onTestFinished(() => beside[Symbol.asyncDispose]())
  const locked = Promise.withResolvers<void>()
  const gone = Promise.withResolvers<void>()
  // The answer arrives, and can't be stored until the database is gone.
  tracker.control.onCreated = async () => {
    const holding = beside.transaction(async (tx) => {
      await lockReply(tx, beside, 1)
      locked.resolve()
      await gone.promise
    })
    holding.catch(() => undefined)
    await locked.promise
  }
  tracker.control.down = undefined
  clock.ahead += minute
  await locked.promise
  await sleep(200)
  await failOver()
  gone.resolve()
  await vi.waitFor(() => expect(slack.signs(ts)).toEqual(done), { timeout: 30_000 })
  await idle()
  clock.ahead += 2 * minute
  await idle()
  expect(asked()).toEqual([])
  expect(tracker.attempts).toHaveLength(1)
})

test.each(['sqlite', 'postgres'] as const)(
  'after a loss, a comment that is announced before the turn of its reply is still that reply’s (%s)',
  async (engine) => {
    const the = await botWithHistory(engine)
    const { slack, tracker, until, clock, answers, customerSays, times, asked, idle } = the
    tracker.control.down = 'unreachable'
    const first = await answers('Never announced')
    const second = await answers('Announced')
    const putBack = await olderCopy(the.databaseUrl)
    slack.fault.next = ({ method, args }) =>
      method === 'reactions.add' && args['name'] === done[0] ? { status: 503 } : undefined
    clock.ahead += 30_000
    const waits = ['hourglass_flowing_sand']
    await until(() => expect([slack.signs(first), slack.signs(second)]).toEqual([waits, waits]))
    tracker.control.down = undefined
    clock.ahead += 30_000
    await until(() => expect(tracker.attempts).toHaveLength(2))
    // Its message has no row in the copy, which proves the loss.
    await customerSays('Said after the copy')
    await until(() => expect(times('Said after the copy')).toBe(1))
    await the.restart(async () => {
      await putBack()
      slack.fault.next = undefined
    })
    const announced = [...tracker.comments.values()].filter(({ message_plain: said }) =>
      said.endsWith(': Announced'),
    )
    for (const comment of announced) await the.hook(commentEvent(comment))
    await until(() => expect(slack.signs(second)).toEqual(done))
    expect(slack.signs(first)).not.toContain(done[0])
    await until(() => {
      // Its wait begins with its turn.
      clock.ahead += 10_000
      expect(asked()).toHaveLength(1)
    })
    await idle()
    expect(slack.signs(first)).toEqual(['warning'])
    expect(slack.signs(second)).toEqual(done)
    expect(tracker.attempts).toHaveLength(2)
  },
)

test('a reply that was sent across a failover has its comments again', async () => {
  const the = await botWithHistory('postgres')
  const ts = await the.answers('Sent across it')
  await the.idle()
  const { sql } = the.database
  const reply = await replyBySource(sql, `${channel}:${ts}`)
  if (!reply) throw new Error('the reply is not there')
  const parts = await partsOf(sql, reply.id)
  expect(parts).toMatchObject([{ state: 'done', body: 'Dana Smith (Slack): Sent across it' }])
  // Its last transaction came after the failover, which lost the first.
  await the.database.transaction((tx) => dropParts(tx, reply.id))
  const keep = () => the.database.transaction((tx) => keepSent(tx, reply, parts, Date.now()))
  expect(await keep()).toMatchObject({ reply: { id: reply.id, state: 'done' } })
  expect(await partsOf(sql, reply.id)).toEqual(parts)
  expect(await keep()).toBeUndefined()
})
