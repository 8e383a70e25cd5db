import { expect, onTestFinished, test } from 'vitest'
import { botWithThread, commentEvent, hookAt, startNode } from '../../support/running-bot.ts'

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
