import { expect, test } from 'vitest'
import { hurried } from '../support/hurried.ts'
import { botWithThread, commentEvent } from '../support/running-bot.ts'
import type { SlackCall } from '../support/stand-in-slack.ts'

const isLine = ({ method, args }: SlackCall) => method === 'chat.postMessage' && Boolean(args['thread_ts'])

test('a call that Slack carries out after it was given up is waited for, and one that comes later yet is taken away', async () => {
  const { options, pass, passing } = hurried()
  const { hook, slack, tracker, root, idle } = await botWithThread(options)
  const late: (() => void)[] = []
  const held = (times: number) => {
    slack.fault.next = (call) => {
      if (!isLine(call) || times-- <= 0) return undefined
      // As long as a call may take before it is given up.
      pass(10_000)
      return { status: 504, late: (carryOut) => void late.push(carryOut) }
    }
  }
  const shown = () => slack.thread(root.ts).map((text) => /in time|much later|after it/.exec(text)?.[0])
  held(1)
  await hook(commentEvent(tracker.addComment({ message_plain: 'in time' })))
  await expect.poll(() => late.length).toBe(1)
  await idle()
  pass(4_000)
  await idle()
  late.pop()?.()
  await expect.poll(passing(idle, () => slack.made('conversations.replies').length)).toBeGreaterThan(0)
  await idle()
  held(1)
  await hook(commentEvent(tracker.addComment({ message_plain: 'much later' })))
  await hook(commentEvent(tracker.addComment({ message_plain: 'after it' })))
  await expect.poll(passing(idle, shown)).toEqual([undefined, 'in time', 'much later', 'after it'])
  late.pop()?.()
  expect(shown()).toEqual([undefined, 'in time', 'much later', 'after it', 'much later'])
  pass(60_000)
  await expect.poll(passing(idle, shown)).toEqual([undefined, 'in time', 'much later', 'after it'])
})

test.each([
  ['after a later one', false],
  ['after its process has ended', true],
])('an edit that Slack carries out %s does not stay', async (_, ends) => {
  const { options, pass, passing } = hurried()
  const laneOptions = { ...options.laneOptions, graceMs: 100 }
  const running = await botWithThread({ ...options, laneOptions })
  const { slack, tracker, root, comment } = running
  const { promise: held, resolve: answer } = Promise.withResolvers<undefined>()
  let carryOut = () => answer(undefined)
  let isHeld = false
  const edit = async (words: string) => {
    const now = new Date(options.now()).toISOString()
    const edited = { ...comment, message_plain: words, edited_at: now }
    tracker.comments.set(comment.uuid, edited)
    await running.hook(commentEvent(edited, 'comment_updated'))
  }
  slack.fault.next = ({ method, args }) => {
    if (isHeld || method !== 'chat.update' || !String(args['text']).includes('the first edit'))
      return undefined
    isHeld = true
    if (ends) return held
    return { status: 504, late: (work) => void (carryOut = work) }
  }
  const shown = () => slack.thread(root.ts).map((text) => /the (first|second) edit/.exec(text)?.[0])
  await edit('the first edit')
  await expect.poll(() => isHeld).toBe(true)
  if (ends) await running.restart()
  const { idle } = running
  await edit('the second edit')
  await expect.poll(passing(idle, shown)).toEqual(['the second edit'])
  carryOut()
  await expect.poll(shown).toEqual(['the first edit'])
  pass(60_000)
  await expect.poll(passing(idle, shown)).toEqual(['the second edit'])
  const { length } = slack.made('chat.update')
  pass(600_000)
  await idle()
  await expect.poll(passing(idle, () => slack.made('chat.update').length)).toBeGreaterThan(length)
  await idle()
  expect(shown()).toEqual(['the second edit'])
})
