import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { botProcess } from '../support/bot-process.ts'
import { eventCallback } from '../support/start-node.ts'
import { rootTs, threadOfPeople, type View } from '../support/thread-of-people.ts'

// Whole processes start here, beside other tests.
vi.setConfig({ testTimeout: 90_000 })

test('killed once the dialog is acknowledged, and again halfway: all of it becomes comments, in order, once', async () => {
  const { slack, tracker, start, kill, signed } = await botProcess()
  const thread = await threadOfPeople({
    slack,
    signed,
    slackEvent: (event: object) =>
      signed(JSON.stringify(eventCallback(event, `Ev${randomUUID()}`)), 'application/json'),
    idle: () => Promise.resolve(),
  })
  const texts = Array.from({ length: 8 }, (_, at) => `Message ${at + 1}`)
  for (const text of texts) thread.before(text)
  await thread.sync()
  const view = thread.shown() as View
  // Who the authors are stays unknown until the kill, so nothing is sent before.
  slack.fault.next = ({ method }) => (method === 'users.info' ? new Promise(() => undefined) : undefined)
  expect((await thread.submit(view, {}, 'V7')).status).toBe(200)
  await kill()
  expect(tracker.attempts).toEqual([])
  let signs = 0
  const halfway = Promise.withResolvers<void>()
  slack.fault.next = ({ method }) => {
    if (method !== 'reactions.add' || ++signs !== 3) return undefined
    halfway.resolve()
    return new Promise(() => undefined)
  }
  await start()
  await halfway.promise
  await kill()
  expect(tracker.attempts.length).toBeLessThan(texts.length)
  slack.fault.next = undefined
  await start()
  // Slack repeats the submission.
  expect((await thread.submit(view, {}, 'V7')).status).toBe(200)
  await vi.waitFor(
    () => expect(slack.thread(rootTs).join()).toContain('8 of 8 earlier messages are comments'),
    { timeout: 40_000, interval: 100 },
  )
  expect(tracker.attempts.map(({ message_plain: text }) => text.replace(/^.*: /, ''))).toEqual(texts)
  expect(slack.thread(rootTs).filter((text) => text.includes('earlier message'))).toHaveLength(1)
})
