import { expect, test, vi } from 'vitest'
import { botProcess } from '../support/bot-process.ts'
import { taskUuid } from '../support/stand-in-tracker.ts'

// Whole processes start here, beside other tests.
vi.setConfig({ testTimeout: 90_000 })

test('killed the moment /onboard comment is acknowledged: after the restart the comment is there, once', async () => {
  const { slack, tracker, start, kill, command } = await botProcess()
  const text = `comment ${taskUuid} We are ready on Tuesday.`
  // Who the author is stays unknown until the kill, so nothing is sent before: what comes later was stored.
  slack.fault.next = ({ method }) => (method === 'users.info' ? new Promise(() => undefined) : undefined)
  expect((await command(text)).status).toBe(200)
  await kill()
  expect(tracker.attempts).toEqual([])
  slack.fault.next = undefined
  await start()
  // Slack saw the acknowledgement; the same command told again is the same comment.
  expect((await command(text)).status).toBe(200)
  const told = () =>
    slack.calls.filter(
      ({ method, args }) => method === 'chat.postEphemeral' && /is on the task/.test(String(args['text'])),
    )
  await vi.waitFor(() => expect(told()).toHaveLength(1), { timeout: 30_000 })
  expect(tracker.attempts.map(({ message_plain: words }) => words)).toEqual([
    'Dana Smith (Slack): We are ready on Tuesday.',
  ])
})
