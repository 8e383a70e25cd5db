import { expect, test } from 'vitest'
import { botWithThread, commentEvent, dana, taskEvent } from '../../support/running-bot.ts'
import { taskUuid } from '../../support/stand-in-tracker.ts'

const [done, warning] = ['white_check_mark', 'warning']

test('a reply in the thread becomes one comment in the name of its author, and ✅ says so', async () => {
  const { tracker, slack, says } = await botWithThread()
  const { ts, response } = await says('We start on <https://x.example|Monday>, <@U0CASEY> :tada:')
  expect(response.status).toBe(200)
  expect(tracker.attempts).toEqual([
    {
      task_uuid: taskUuid,
      message_plain: 'Dana Smith (Slack): We start on Monday (https://x.example), @Casey Jones 🎉',
    },
  ])
  expect(slack.reactions(ts)).toEqual([done])
  expect(slack.made('reactions.add').map(({ name }) => name)).toEqual([done])
})

test('Slack delivers the same reply three times: one comment', async () => {
  const { say, idle, tracker } = await botWithThread()
  for (let n = 0; n < 3; n++) await say('Only once', {}, '1763900000.000100')
  await idle()
  expect(tracker.attempts).toHaveLength(1)
})

test('the echo of a reply is dropped when it comes after the response, and when it comes before', async () => {
  const { tracker, slack, root, hook, says } = await botWithThread()
  await says('Response first')
  const first = tracker.newest()
  await hook(commentEvent(first))
  tracker.control.onCreated = async (comment) => void (await hook(commentEvent(comment)))
  await says('Echo first')
  expect(slack.thread(root.ts)).toHaveLength(1)
  expect(tracker.attempts).toHaveLength(2)
})

test.each([
  ['before the API user is', undefined],
  ['though the API user is another than configured', 'a-key-that-was-replaced'],
])('the echo that wins the race is known %s', async (_, apiUserUuid) => {
  const { tracker, slack, root, hook, says } = await botWithThread({ apiUserUuid })
  tracker.control.onCreated = async (comment) => {
    await hook(commentEvent(comment))
    // The response comes long after the echo was worked.
    await expect.poll(() => slack.reactions(ts), { timeout: 5_000 }).toEqual([done])
  }
  const ts = '1763900000.000200'
  await says('Echo first', {}, ts)
  expect(slack.thread(root.ts)).toHaveLength(1)
  expect(slack.reactions(ts)).toEqual([done])
})

test('a POST that times out and has no echo is not repeated: ⚠️, and its author decides', async () => {
  const { say, idle, tracker, slack, root } = await botWithThread({ echoWaitMs: 200 })
  tracker.control.onCreate = () => ({ fails: 'unknown' })
  const { ts } = await say('Lost?')
  await expect.poll(() => slack.reactions(ts), { timeout: 10_000 }).toEqual([warning])
  await idle()
  expect(tracker.attempts).toHaveLength(1)
  const [told] = slack.ephemerals(dana)
  expect(told?.['text']).toContain('didn’t confirm')
  expect(told?.['thread_ts']).toBe(root.ts)
})

test('an echo that comes after ⚠️ still turns it into ✅', async () => {
  const { say, idle, tracker, slack, hook } = await botWithThread({ echoWaitMs: 100 })
  tracker.control.onCreate = () => ({ fails: 'unknown', created: true })
  const { ts } = await say('Late news')
  await expect.poll(() => slack.reactions(ts), { timeout: 10_000 }).toEqual([warning])
  const late = tracker.newest()
  if (late) await hook(commentEvent(late))
  await idle()
  expect(slack.reactions(ts)).toEqual([done])
  expect(tracker.attempts).toHaveLength(1)
})

test('a customer’s comment with the words of a reply that was given up is posted, and not taken for the reply', async () => {
  const { says, say, tracker, slack, send, customerSays, root } = await botWithThread({ echoWaitMs: 50 })
  await says('From here')
  await send(commentEvent(tracker.newest()))
  tracker.control.onCreate = () => ({ fails: 'unknown' })
  const { ts } = await say('We are ready')
  await expect.poll(() => slack.reactions(ts), { timeout: 10_000 }).toEqual([warning])
  const words = tracker.attempts.at(-1)?.message_plain ?? ''
  await customerSays(words, { created_by_uuid: 'cccccccc-cccc-4ccc-8ccc-cccccccccccc' })
  expect(slack.reactions(ts)).toEqual([warning])
  expect(slack.thread(root.ts).filter((text) => text.includes('We are ready'))).toHaveLength(1)
})

test('a refusal is ⚠️ with the reason and the request id, and the next reply goes on', async () => {
  const { say, tracker, slack, says } = await botWithThread()
  tracker.control.onCreate = ({ message_plain: text }) =>
    text.includes('bad')
      ? { fails: 'invalid', message: 'The message is not allowed.', requestId: 'req-1' }
      : 'works'
  const bad = await say('a bad one')
  const good = await says('a good one')
  expect(slack.reactions(bad.ts)).toEqual([warning])
  expect(slack.reactions(good.ts)).toEqual([done])
  const text = slack.whispers(dana)[0]
  expect(text).toContain('The message is not allowed.')
  expect(text).toContain('req-1')
})

test('a refusal repeats the words as their author sees them: names and links', async () => {
  const { tracker, slack, says } = await botWithThread()
  tracker.control.onCreate = () => ({ fails: 'invalid', message: 'The message is not allowed.' })
  await says('<@U0LEE> see <https://x.example/a?b=1&amp;c=2> &amp; <http://acme.io|acme.io>')
  expect(slack.whispers(dana)[0]).toContain(
    'You wrote: “@Lee Wong see https://x.example/a?b=1&amp;c=2 &amp; acme.io”',
  )
})

test('bots, top-level messages, other threads and topics are not taken', async () => {
  const { say, tracker, root, says } = await botWithThread()
  await say('from a bot', { bot_id: 'B1', subtype: 'bot_message' })
  await say('top level', { thread_ts: undefined })
  await say('another thread', { thread_ts: '1.000001' })
  await say('a join', { subtype: 'channel_join' })
  await say('', { files: [] })
  await says('the root itself', { ts: root.ts })
  expect(tracker.attempts).toHaveLength(0)
})

test('an over-long reply is split in order, and nothing of it is lost', async () => {
  const { tracker, says } = await botWithThread()
  const words = Array.from({ length: 4_000 }, (_, n) => `word${n}`)
  await says(words.join(' '))
  expect(tracker.attempts.length).toBeGreaterThan(2)
  const sent = tracker.asked().join(' ')
  expect(sent.match(/word\d+/g)).toEqual(words)
})

test('the thread of a deleted task takes no replies, and the person who replies is told', async () => {
  const { tracker, slack, root, send, says } = await botWithThread()
  tracker.tasks.delete(taskUuid)
  await send(taskEvent('task_deleted'))
  expect(root.text).toContain('Deleted in the tracker')
  const { ts } = await says('Anyone?')
  expect(tracker.attempts).toHaveLength(0)
  expect(slack.reactions(ts)).toEqual([warning])
  expect(slack.whispers(dana)).toEqual([expect.stringContaining('deleted')])
})
