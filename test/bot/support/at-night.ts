import { expect } from 'vitest'
import { putChannelSettings } from '../../../src/bot/store/channels/channel-settings.ts'
import { defaultSettings } from '../../../src/bot/store/ledger/settings-in.ts'
import type { Database } from '../../../src/bot/store/database.ts'
import { botWithThread, channel, commentEvent, dana } from './running-bot.ts'
import { task } from './stand-in-tracker.ts'

export const quiet = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' }
const evening = Date.parse('2026-11-21T19:00:00Z')
const night = Date.parse('2026-11-21T22:00:00Z')
export const morning = Date.parse('2026-11-22T06:00:00Z')
type Changes = Parameters<typeof botWithThread>[0]

export const setTo = (database: Database, settings: object) =>
  database.transaction((tx) =>
    putChannelSettings(tx, channel, { ...defaultSettings, ...settings }, { user: dana, at: 0 }),
  )

/** A channel with a thread and quiet hours, late in the evening, and its clock in hand. */
export const atNight = async (changes: Changes = {}) => {
  const clock = { now: evening }
  const running = await botWithThread({ now: () => clock.now, laneOptions: { sweepMs: 20 }, ...changes })
  const { hook, idle, tracker, slack, root, command } = running
  await command('subscribe account:Acme Corp all')
  await setTo(running.database, { quiet })
  clock.now = night
  const before = slack.messages.length
  const customerSays = async (text: string, facts: object = {}) => {
    const comment = tracker.addComment({ message_plain: text, ...facts })
    await hook(commentEvent(comment))
    await idle()
    return comment
  }
  /** What was said since, the thread's as `↳`. */
  const said = () =>
    slack.messages
      .slice(before)
      .map(({ text, thread_ts }) => `${thread_ts ? '↳ ' : ''}${text.split('\n')[0]}`)
  const until = async (time: number) => {
    clock.now = time
    await expect.poll(() => idle().then(said), { timeout: 10_000 }).not.toEqual([])
    await idle()
  }
  return {
    ...running,
    get database() {
      return running.database
    },
    clock,
    customerSays,
    said,
    until,
    root,
  }
}

export const addTask = (tracker: Awaited<ReturnType<typeof botWithThread>>['tracker'], name: string) => {
  const uuid = crypto.randomUUID()
  tracker.tasks.set(uuid, { ...task, name })
  return uuid
}
