import { expect, test } from 'vitest'
import { createGate } from '../../../src/bot/slack/gate.ts'
import { botWithThread, dana } from '../support/running-bot.ts'

test('after a 429 nobody asks before Retry-After, and then one after the other for a minute', () => {
  let now = 0
  const { enter, refused } = createGate(() => now)
  for (let n = 0; n < 100; n++) enter('reactions.add')
  refused('reactions.add', 10_000)
  const waits = [1, 2, 3].map(() => {
    try {
      return enter('reactions.add')
    } catch (error) {
      return (error as { retryAfterMs: number }).retryAfterMs
    }
  })
  expect(waits).toEqual([11_200, 12_400, 13_600])
  enter('chat.postEphemeral')
  now = 11_200
  enter('reactions.add')
  enter('reactions.add')
  expect(() => enter('reactions.add')).toThrow('waits for its turn')
  now = 80_000
  for (let n = 0; n < 100; n++) enter('reactions.add')
})

test('what a person is told waits for no sign, and is told once', async () => {
  const { say, until, idle, slack } = await botWithThread()
  let asked = 0
  slack.fault.next = ({ method }) =>
    method === 'reactions.add' && (asked += 1) === 1
      ? { status: 429, headers: { 'retry-after': '1' }, body: {} }
      : undefined
  const { ts } = await say('We start on Monday')
  await until(() => expect(slack.receipts(dana)).toHaveLength(1))
  expect(asked).toBe(1)
  await until(() => expect(slack.reactions(ts)).toHaveLength(2))
  await idle()
  expect(slack.receipts(dana)).toHaveLength(1)
})
