import { expect, test } from 'vitest'
import { botWithThread, dana } from '../../support/running-bot.ts'
import { deleted, edited } from '../../support/acts.ts'

const done = 'white_check_mark'

test('an edit before the reply was sent holds; one after it is told to its author', async () => {
  const { say, slackEvent, tracker, slack, idle } = await botWithThread()
  tracker.control.down = 'unreachable'
  const blocker = await say('The lane waits behind this one')
  const { ts } = await say('Typo')
  const edit = (text: string) => slackEvent({ ...edited(ts, text), previous_message: { ts, text: 'Typo' } })
  await edit('No typo')
  tracker.control.down = undefined
  await expect.poll(() => slack.reactions(ts), { timeout: 15_000 }).toEqual([done])
  expect(slack.reactions(blocker.ts)).toEqual([done])
  expect(tracker.attempts.at(-1)?.message_plain).toBe('Dana Smith (Slack): No typo')
  await edit('Changed again')
  await idle()
  expect(tracker.attempts).toHaveLength(2)
  expect(slack.ephemerals(dana)).toHaveLength(1)
})

test('a deletion that Slack tells twice is answered once', async () => {
  const { say, idle, slack, slackEvent, root } = await botWithThread()
  const { ts } = await say('Hello')
  await idle()
  const before = { type: 'message', user: dana, ts, thread_ts: root.ts, text: 'Hello' }
  const twice = { ...deleted(ts), previous_message: before }
  for (const _ of [1, 2]) await slackEvent(twice, 'Ev1')
  await idle()
  expect(
    slack.ephemerals(dana).filter(({ text }) => /deleted in Slack only/.test(String(text))),
  ).toHaveLength(1)
})

test('a reply that is deleted before it was sent becomes no comment', async () => {
  const { say, slackEvent, tracker, slack, idle } = await botWithThread()
  tracker.control.down = 'unreachable'
  const blocker = await say('The lane waits behind this one')
  const { ts } = await say('Never mind')
  await slackEvent(deleted(ts))
  tracker.control.down = undefined
  await expect.poll(() => slack.reactions(blocker.ts), { timeout: 15_000 }).toEqual([done])
  await idle()
  expect(tracker.attempts).toHaveLength(1)
})
