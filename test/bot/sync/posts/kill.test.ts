import { withoutQuote } from '../../../support/without-quote.ts'
import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { botProcess } from '../../support/bot-process.ts'
import { channel, commentEvent, dana } from '../../support/running-bot.ts'
import type { SlackCall } from '../../support/stand-in-slack.ts'
import { task } from '../../support/stand-in-tracker.ts'

// Whole processes start here, beside other tests.
vi.setConfig({ testTimeout: 90_000 })

const isRoot = ({ method, args }: SlackCall) => method === 'chat.postMessage' && !args['thread_ts']
const isLine = ({ method, args }: SlackCall) => method === 'chat.postMessage' && Boolean(args['thread_ts'])

const moments = [
  ['as the card is refused', isRoot, false],
  ['when the card stands in Slack and the answer is on its way', isRoot, true],
  ['as the comment is refused', isLine, false],
  ['when the comment stands in Slack and the answer is on its way', isLine, true],
] as const

// One process after the other, each killed over a task of its own: a start takes a second of processor time.
test('killed at any step of a post: after a restart card and comment are there once', async () => {
  const { slack, tracker, start, exited, hook, child } = await botProcess()
  for (const [moment, at, worked] of moments) {
    const own = { ...task, uuid: randomUUID(), name: `Killed ${moment}` }
    tracker.tasks.set(own.uuid, own)
    const before = slack.messages.length
    const posted = () => slack.messages.slice(before).map(({ text }) => withoutQuote(text))
    const says = async (message_plain: string) =>
      hook(commentEvent(tracker.addComment({ message_plain, associated_object_uuid: own.uuid })))
    const appears = (words: string) =>
      vi.waitFor(
        () =>
          expect(
            posted().filter((text) => text.includes(words)),
            moment,
          ).toHaveLength(1),
        { timeout: 30_000 },
      )
    let armed = true
    slack.fault.next = (call) => {
      if (!armed || !at(call)) return undefined
      armed = false
      child().kill('SIGKILL')
      return { status: 500, ...(worked && { lost: true }) }
    }
    expect((await says('Once.')).status).toBe(200)
    await exited()
    expect(armed).toBe(false)
    await start()
    await appears('Once.')
    await says('Next.')
    await appears('Next.')
    expect(posted(), moment).toHaveLength(3)
    expect(posted()[0]).toContain(own.name)
  }
})

test('killed while it asks the tracker: the event that was acknowledged is posted after the restart', async () => {
  const { slack, tracker, start, exited, hook, child } = await botProcess()
  const { control } = tracker
  control.onRead = () => {
    control.onRead = undefined
    child().kill('SIGKILL')
  }
  expect((await hook(commentEvent(tracker.addComment({ message_plain: 'Once.' })))).status).toBe(200)
  await exited()
  await start()
  await vi.waitFor(() => expect(slack.messages).toHaveLength(2), { timeout: 30_000 })
})

test('killed when the comment of a reply exists and the answer is on its way: one comment, ✅ by its echo, and no channel is read', async () => {
  const { slack, tracker, start, exited, hook, signed, child } = await botProcess()
  await hook(commentEvent(tracker.addComment({ message_plain: 'A question' })))
  await vi.waitFor(() => expect(slack.messages).toHaveLength(2), { timeout: 30_000 })
  tracker.control.onCreated = async () => void child().kill('SIGKILL')
  const ts = '1763900000.000300'
  const event = {
    type: 'message',
    channel,
    user: dana,
    text: 'An answer',
    ts,
    thread_ts: slack.roots(channel)[0]?.ts,
  }
  const body = JSON.stringify({
    type: 'event_callback',
    team_id: 'T1',
    api_app_id: 'A1',
    event_id: 'Ev1',
    event_time: 1,
    event,
  })
  expect((await signed(body, 'application/json')).status).toBe(200)
  await exited()
  tracker.control.onCreated = undefined
  await start()
  const echo = [...tracker.comments.values()].at(-1)
  expect(echo?.message_plain).toBe('Dana Smith (Slack): An answer')
  if (echo) await hook(commentEvent(echo))
  await vi.waitFor(() => expect(slack.reactions(ts)).toEqual(['white_check_mark']), { timeout: 30_000 })
  expect(tracker.attempts).toHaveLength(1)
  expect(slack.messages).toHaveLength(2)
  expect(slack.made('conversations.history')).toEqual([])
})
