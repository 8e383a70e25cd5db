import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import { withoutQuote } from '../../support/without-quote.ts'
import { createProcess } from '../support/bot-process.ts'
import { channel, commentEvent, dana } from '../support/running-bot.ts'
import { isLine, isRoot } from '../support/slack/trouble.ts'
import { task, taskUuid } from '../support/stand-in-tracker.ts'
import { eventCallback } from '../support/start-node.ts'

// Whole processes start here, beside other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 90_000 })

// One process after the other, each ended over a task of its own: a start takes a second of processor time.
const bot = await createProcess()
const { slack, tracker, start, kill, exited, hook, signed, command, child } = bot
const { control } = tracker
beforeAll(async () => {
  await bot.launch()
  return bot.close
})

const soon = (check: () => void, timeout = 30_000) => vi.waitFor(check, { timeout })

/** A task that nothing was said on. */
const taskNamed = (name: string) => {
  const own = { ...task, uuid: randomUUID(), name }
  tracker.tasks.set(own.uuid, own)
  const from = { messages: slack.messages.length, attempts: tracker.attempts.length }
  return {
    ...own,
    // An author of its own, because one who writes much is counted by one more message.
    says: (message_plain: string) =>
      hook(
        commentEvent(
          tracker.addComment({
            message_plain,
            associated_object_uuid: own.uuid,
            created_by_name: `Author ${own.uuid}`,
          }),
        ),
      ),
    /** What was posted since. */
    posted: () => slack.messages.slice(from.messages).map(({ text }) => withoutQuote(text)),
    thread: () => slack.messages.slice(from.messages).find((message) => !message.thread_ts)?.ts,
    /** What became a comment since. */
    commented: () => tracker.attempts.slice(from.attempts).map(({ message_plain: words }) => words),
  }
}

const says = (text: string, thread_ts: string | undefined, ts: string) => {
  const event = { type: 'message', channel, user: dana, text, ts, thread_ts }
  slack.tells(event)
  return signed(eventCallback(event, `Ev${ts}`), 'application/json')
}

const moments = [
  ['as the card is refused', isRoot, false],
  ['when the card stands in Slack and the answer is on its way', isRoot, true],
  ['as the comment is refused', isLine, false],
  ['when the comment stands in Slack and the answer is on its way', isLine, true],
] as const

test('killed at any step of a post: after a restart card and comment are there once', async () => {
  for (const [moment, at, worked] of moments) {
    const { name, says, posted } = taskNamed(`Killed ${moment}`)
    const appears = (words: string) =>
      soon(() =>
        expect(
          posted().filter((text) => text.includes(words)),
          moment,
        ).toHaveLength(1),
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
    expect(posted()[0]).toContain(name)
  }
})

test('killed while it asks the tracker: the event that was acknowledged is posted after the restart', async () => {
  const { says, posted } = taskNamed('Killed while it asks')
  control.onRead = () => {
    control.onRead = undefined
    child().kill('SIGKILL')
  }
  expect((await says('Once.')).status).toBe(200)
  await exited()
  await start()
  await soon(() => expect(posted()).toHaveLength(2))
})

test('killed when the comment of a reply exists and the answer is on its way: one comment, ✅ by its echo, and no channel is read', async () => {
  const { says: customerSays, posted, thread, commented } = taskNamed('Killed as the comment exists')
  await customerSays('A question')
  await soon(() => expect(posted()).toHaveLength(2))
  control.onCreated = async () => void child().kill('SIGKILL')
  const ts = '1763900000.000300'
  const looked = slack.made('conversations.history').length
  expect((await says('An answer', thread(), ts)).status).toBe(200)
  await exited()
  control.onCreated = undefined
  await start()
  const echo = tracker.newest()
  expect(echo.message_plain).toBe('Dana Smith (Slack): An answer')
  await hook(commentEvent(echo))
  await soon(() => expect(slack.reactions(ts)).toEqual(['white_check_mark']))
  expect(commented()).toHaveLength(1)
  expect(posted()).toHaveLength(2)
  expect(slack.made('conversations.history')).toHaveLength(looked)
})

test('killed before ⏳ was due: after the restart the reply bears it, and ✅ when its comment is there', async () => {
  const { says: customerSays, posted, thread, commented } = taskNamed('Killed before the mark')
  await customerSays('A question')
  await soon(() => expect(posted()).toHaveLength(2))
  const ts = '1763900000.000400'
  // A reply waits for its author's name, and a new process has no names yet.
  slack.answers('users.info', { status: 503 })
  await kill()
  await start()
  expect((await says('An answer', thread(), ts)).status).toBe(200)
  await kill()
  expect(slack.reactions(ts)).toEqual([])
  await start()
  await soon(() => expect(slack.reactions(ts)).toEqual(['hourglass_flowing_sand']))
  slack.fault.next = undefined
  // The name is asked for again later and later.
  await soon(() => expect(slack.reactions(ts)).toEqual(['white_check_mark']), 60_000)
  expect(commented()).toHaveLength(1)
})

test('killed the moment /onboard comment is acknowledged: after the restart the comment is there, once', async () => {
  const { uuid, commented } = taskNamed('Killed at a command')
  const text = `comment ${uuid} We are ready on Tuesday.`
  // Who the author is stays unknown until the kill, so nothing is sent before: what comes later was stored.
  slack.fault.next = ({ method }) => (method === 'users.info' ? new Promise(() => undefined) : undefined)
  expect((await command(text)).status).toBe(200)
  await kill()
  expect(commented()).toEqual([])
  slack.fault.next = undefined
  await start()
  // Slack saw the acknowledgement; the same command told again is the same comment.
  expect((await command(text)).status).toBe(200)
  const told = () =>
    slack.calls.filter(
      ({ method, args }) => method === 'chat.postEphemeral' && /is on the task/.test(String(args['text'])),
    )
  await soon(() => expect(told()).toHaveLength(1))
  expect(commented()).toEqual(['Dana Smith (Slack): We are ready on Tuesday.'])
})

const never = () => new Promise<never>(() => undefined)

test('Ctrl-C ends it in under five seconds with calls in flight on both sides, and the next start goes on', async () => {
  const { says, posted, commented } = taskNamed('In flight')
  const made = slack.made('chat.postMessage').length
  slack.fault.next = ({ method }) => (method === 'chat.postMessage' ? never() : undefined)
  control.onCreated = never
  const { listProjects } = tracker.api
  await says('In flight.')
  await soon(() => expect(slack.made('chat.postMessage')).toHaveLength(made + 1))
  await command(`comment ${taskUuid} Also in flight`)
  await soon(() => expect(commented()).toHaveLength(1))
  Object.assign(tracker.api, { listProjects: never })
  await command('projects Acme')

  const began = Date.now()
  child().kill('SIGINT')
  expect(await exited()).toBe(0)
  expect(Date.now() - began).toBeLessThan(5_000)

  Object.assign(tracker.api, { listProjects })
  control.onCreated = undefined
  slack.fault.next = undefined
  await start()
  await soon(() => expect(posted().filter((text) => text.includes('In flight.'))).toHaveLength(1))
  expect(commented()).toHaveLength(1)
})
