import { withoutQuote } from '../../support/without-quote.ts'
import { expect, test, vi } from 'vitest'
import { botProcess } from '../support/bot-process.ts'
import { commentEvent } from '../support/running-bot.ts'
import { taskUuid } from '../support/stand-in-tracker.ts'

// Whole processes start here, beside other tests.
vi.setConfig({ testTimeout: 90_000 })

const never = () => new Promise<never>(() => undefined)

test('Ctrl-C ends it in under five seconds with calls in flight on both sides, and the next start goes on', async () => {
  const { slack, tracker, start, exited, hook, command, child } = await botProcess()
  slack.fault.next = ({ method }) => (method === 'chat.postMessage' ? never() : undefined)
  tracker.control.onCreated = never
  const { listProjects } = tracker.api
  await hook(commentEvent(tracker.addComment({ message_plain: 'In flight.' })))
  await vi.waitFor(() => expect(slack.made('chat.postMessage')).toHaveLength(1), { timeout: 10_000 })
  await command(`comment ${taskUuid} Also in flight`)
  await vi.waitFor(() => expect(tracker.attempts).toHaveLength(1), { timeout: 10_000 })
  Object.assign(tracker.api, { listProjects: never })
  await command('projects Acme')

  const began = Date.now()
  child().kill('SIGINT')
  expect(await exited()).toBe(0)
  expect(Date.now() - began).toBeLessThan(5_000)

  Object.assign(tracker.api, { listProjects })
  tracker.control.onCreated = undefined
  slack.fault.next = undefined
  await start()
  await vi.waitFor(
    () =>
      expect(slack.messages.filter(({ text }) => withoutQuote(text).includes('In flight.'))).toHaveLength(1),
    { timeout: 30_000 },
  )
  expect(tracker.attempts).toHaveLength(1)
})
