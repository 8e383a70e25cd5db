import { expect, vi } from 'vitest'
import { wholeBot } from '../../../src/bot/store/database.ts'
import { allBeats } from '../../../src/bot/store/upkeep/beats.ts'
import { botWithThread, channel, commentEvent, dana, type startNode } from './running-bot.ts'
import { task, taskUuid } from './stand-in-tracker.ts'

export const day = 24 * 60 * 60_000
export const otherTask = '33333333-3333-4333-8333-333333333333'

/** A bot with a thread of two days ago, and what a story about an older copy of its database needs. */
export const botWithHistory = async (engine: 'sqlite' | 'postgres', options: object = {}) => {
  const clock = { ahead: 0 }
  const now = () => Date.now() + clock.ahead
  const running = await botWithThread({ engine, now, startsAt: Date.now() - 2 * day, ...options })
  const { slack, tracker, hook } = running
  // The thread is an old one.
  slack.later(2 * day - 10_000)
  tracker.tasks.set(otherTask, { ...task, uuid: otherTask, name: 'Contract' })
  let last = 0
  /** A person answers in a thread: Slack has it from now on, and tells the bot. */
  const answers = async (text: string, threadTs: string | undefined = running.root.ts) => {
    const ts = (Date.now() / 1_000 + ++last / 1_000).toFixed(6)
    const event = { type: 'message', channel, user: dana, text, ts, thread_ts: threadTs ?? '' }
    slack.said.push(event)
    expect((await running.slackEvent({ ...event, parent_user_id: 'U0BOT' })).status).toBe(200)
    return ts
  }
  const customerSays = async (message: string, at: string = taskUuid) => {
    const event = commentEvent(tracker.addComment({ message_plain: message, associated_object_uuid: at }))
    expect((await hook(event)).status).toBe(200)
    return event
  }
  const texts = () => slack.messages.map(({ text }) => text)
  const times = (text: string) => texts().filter((one) => one.includes(text)).length
  const commentsOf = (text: string) =>
    tracker.attempts.filter(({ message_plain: words }) => words.endsWith(text)).length
  const asked = () => slack.ephemerals(dana).map(({ text }) => String(text))
  const rootOf = (name: string) => slack.roots(channel).find(({ text }) => text.includes(name))?.ts
  const told = () => slack.messages.filter(({ text }) => text.includes('was rolled back'))
  return { ...running, clock, answers, customerSays, times, commentsOf, asked, rootOf, told }
}

/** Each node has written a heartbeat that an older copy lacks. */
export const nextBeats = async ({ everyone }: Pick<Awaited<ReturnType<typeof startNode>>, 'everyone'>) => {
  const beats = async () => {
    const all = await allBeats(everyone.of(wholeBot).sql)
    return Array.from(all.values(), ({ count }) => count)
  }
  const before = Math.max(...(await beats()))
  await vi.waitFor(async () => expect(Math.min(...(await beats()))).toBeGreaterThan(before + 1), 10_000)
}
