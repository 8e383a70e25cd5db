import { expect, test, onTestFinished } from 'vitest'
import { engines } from '../../../support/databases.ts'
import { listening, subtaskEvent } from '../../support/listening.ts'
import { commentEvent, botWithThread, hookAt, startNode } from '../../support/running-bot.ts'

for (const engine of engines)
  test(`a burst is one message that counts, while comments appear one by one (${engine})`, async () => {
    const { send, slack, tracker } = await listening({ burstSize: 3, engine })
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const completed = (name: string) =>
      subtaskEvent('subtask_completed', { uuid: name, name: `Step ${name}` })
    await send(...names.map(completed))
    const bursts = () => slack.messages.filter(({ text }) => text.includes('at once'))
    expect(slack.messages.filter(({ text }) => text.includes('Step'))).toHaveLength(3)
    expect(bursts().map(({ text }) => text)).toEqual([expect.stringContaining('3 more changes')])
    await send(commentEvent(tracker.addComment({ message_plain: 'Still here?' })))
    expect(slack.messages.at(-1)?.text).toContain('Still here?')
    expect(bursts()).toHaveLength(1)
  })

test('a burst ends with its minute: the next change is a line again', async () => {
  let now = Date.parse('2026-11-21T10:00:00Z')
  const { send, slack } = await listening({ burstSize: 1, now: () => now })
  const completed = (name: string) => subtaskEvent('subtask_completed', { uuid: name, name: `Step ${name}` })
  await send(completed('a'), completed('b'))
  now += 61_000
  await send(completed('c'))
  const texts = slack.messages.map(({ text }) => /Step \w|at once/.exec(text)?.[0]).filter(Boolean)
  expect(texts).toEqual(['Step a', 'at once', 'Step c'])
})

test('two nodes on one PostgreSQL: deliveries to either are posted once, in order', async () => {
  const first = await botWithThread({ engine: 'postgres' })
  const { slack, tracker, hook, root } = first
  const { bot: second, close } = await startNode(first)
  onTestFinished(close)
  const toSecond = (body: unknown) => hookAt(second.url, body)

  const texts = Array.from({ length: 30 }, (_, n) => `number ${n}.`)
  for (const [n, text] of texts.entries()) {
    const event = commentEvent(tracker.addComment({ message_plain: text }))
    // A slow receiver's sender repeats itself, and a load balancer sends it to the other node.
    const [one, other] = n % 2 === 0 ? [hook, toSecond] : [toSecond, hook]
    expect((await one(event)).status).toBe(200)
    expect((await other(event)).status).toBe(200)
  }
  await expect.poll(() => slack.thread(root.ts).length, { timeout: 20_000 }).toBe(31)
  await first.idle()
  await second.lanes.idle()
  const posted = slack.thread(root.ts).slice(1)
  expect(posted.map((text) => /number \d+\./.exec(text)?.[0])).toEqual(texts)
})
