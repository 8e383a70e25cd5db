import { expect, test } from 'vitest'
import { engines } from '../../../support/databases.ts'
import { hurried } from '../../support/hurried.ts'
import { botWithThread, commentEvent, dana } from '../../support/running-bot.ts'
import { allowOneCallAMinute } from '../../support/slack/one-call-a-minute.ts'
import { isLine } from '../../support/slack/trouble.ts'
import { task } from '../../support/stand-in-tracker.ts'

const otherTask = '33333333-3333-4333-8333-333333333333'
const minute = 60_000

for (const engine of engines)
  test(`a message without an answer is there once, and what doesn’t hang on it goes on at once (${engine})`, async () => {
    const { options, pass } = hurried()
    const { hook, slack, tracker, root, idle, send } = await botWithThread({
      ...options,
      engine,
      isOnTime: true,
    })
    tracker.tasks.set(otherTask, { ...task, uuid: otherTask, name: 'Data import' })
    const says = (message_plain: string, on?: string) =>
      commentEvent(tracker.addComment({ message_plain, ...(on && { associated_object_uuid: on }) }))
    // The thread of a day with much to say.
    for (let at = 0; at < 24; at += 1) await send(says(`Line ${at}`))
    const lost = { left: 1 }
    const calls = allowOneCallAMinute(slack, options.now, (call) =>
      isLine(call) && String(call.args['text']).includes('Lost') && lost.left-- > 0
        ? { status: 500, lost: true }
        : undefined,
    )
    await hook(says('Lost'))
    await expect.poll(() => lost.left).toBe(0)
    await hook(says('Behind it'))
    await hook(says('Elsewhere', otherTask))
    const lines = () =>
      slack.messages.flatMap(({ text, thread_ts }) => (thread_ts === undefined ? [] : [text]))
    const count = (word: string) => lines().filter((text) => text.includes(word)).length
    const startedAt = options.now()
    const later = async () => {
      await idle()
      pass(1_000)
      return [count('Elsewhere'), count('Lost'), count('Behind it')]
    }
    await expect.poll(later, { timeout: 20_000 }).toEqual([1, 1, 1])
    expect(options.now() - startedAt).toBeLessThan(5 * minute)
    expect(
      slack
        .thread(root.ts)
        .map((text) => /Lost|Behind it/.exec(text)?.[0])
        .filter(Boolean),
    ).toEqual(['Lost', 'Behind it'])
    expect(calls.filter(({ refused }) => !refused).length).toBeLessThan(6)
  })

test('a message that is not there is posted within minutes, while the channel goes on', async () => {
  const { options, pass } = hurried()
  const { hook, slack, tracker, idle } = await botWithThread({ ...options, isOnTime: true })
  tracker.tasks.set(otherTask, { ...task, uuid: otherTask, name: 'Data import' })
  const lost = { left: 1 }
  allowOneCallAMinute(slack, options.now, (call) =>
    isLine(call) && String(call.args['text']).includes('Lost') && lost.left-- > 0
      ? { status: 500 }
      : undefined,
  )
  await hook(commentEvent(tracker.addComment({ message_plain: 'Lost' })))
  await expect.poll(() => lost.left).toBe(0)
  const elsewhere = tracker.addComment({ message_plain: 'Elsewhere', associated_object_uuid: otherTask })
  await hook(commentEvent(elsewhere))
  const order: string[] = []
  const later = async () => {
    await idle()
    for (const word of ['Elsewhere', 'Lost'])
      if (!order.includes(word) && slack.messages.some((one) => one.thread_ts && one.text.includes(word)))
        order.push(word)
    pass(1_000)
    return order
  }
  await expect.poll(later, { timeout: 20_000 }).toEqual(['Elsewhere', 'Lost'])
})

test('replies that Slack did not deliver are found a page a minute, also over a restart', async () => {
  const { options, pass } = hurried()
  const running = await botWithThread({ ...options, isOnTime: true })
  const { slack, root, tracker, restart, idle } = running
  const stamp = (at: number) => ((options.now() + at) / 1_000).toFixed(6)
  pass(30 * minute)
  for (let at = 0; at < 20; at += 1)
    slack.said.push({ type: 'message', user: dana, text: `Reply ${at}`, ts: stamp(at), thread_ts: root.ts })
  pass(30 * minute)
  allowOneCallAMinute(slack, options.now)
  await restart()
  const later = async () => {
    await idle()
    pass(5_000)
    return tracker.asked().length
  }
  await expect.poll(later, { timeout: 20_000 }).toBeGreaterThan(13)
  await restart()
  await expect.poll(later, { timeout: 20_000 }).toBe(20)
  expect(new Set(tracker.asked()).size).toBe(20)
})
