import { expect, test } from 'vitest'
import { placesOfChannels } from '../../../src/bot/sync/store/move-channel.ts'
import { tables } from '../../../src/bot/store/schema.ts'
import { engines, type EngineName } from '../../support/databases.ts'
import { botWithThread, channel, commentEvent, dana, withMore } from '../support/running-bot.ts'
import { soon } from '../support/acts.ts'
import { project } from '../support/stand-in-tracker.ts'

const newId = 'C0NEWID'
const earlier = '1763700000.000100'

/** A channel with a thread, which Slack gives another id. Its messages keep their times. */
const renumbered = async (engine: EngineName) => {
  const running = await botWithThread({ engine })
  const { slack, slackEvent, writes, idle, root } = running
  /** `at`: before the subscription was confirmed, if Slack's event comes late. */
  const changesId = async (at = soon()) => {
    for (const message of slack.messages) if (message.channel === channel) message.channel = newId
    const event = { type: 'channel_id_changed', old_channel_id: channel, new_channel_id: newId }
    await slackEvent({ ...event, event_ts: at })
    await idle()
  }
  const replies = async (text: string, at: string, ts?: string) => {
    await writes(text, root.ts, { channel: at }, ts)
    await idle()
  }
  return withMore(running, { changesId, replies, there: { channel_id: newId } })
}

const isDone = (table: string, row: object) =>
  (table === 'job' && 'state' in row && row.state === 'done') ||
  ('key' in row && row.key === `moved_channel:${channel}`)

/** All texts of the database that name the former id, but those of jobs that are done. */
const namesFormer = async ({ database }: Pick<Awaited<ReturnType<typeof renumbered>>, 'database'>) => {
  const found: string[] = []
  for (const table of [...Object.keys(placesOfChannels), 'job'] as (keyof typeof placesOfChannels)[])
    for (const row of await database.sql.selectFrom(table).selectAll().execute())
      for (const [column, value] of Object.entries(row))
        if (String(value).includes(channel) && !isDone(table, row)) found.push(`${table}.${column}: ${value}`)
  return found
}

for (const engine of engines) {
  test(`a thread goes on in a channel that gets another id, and its posts once somebody resumes it (${engine})`, async () => {
    const running = await renumbered(engine)
    const { changesId, replies, tracker, slack, root, confirmed, customerSays, there } = running
    await changesId()
    await replies('Still here?', newId)
    expect(tracker.asked()).toEqual(['Dana Smith (Slack): Still here?'])
    expect(slack.roots(dana).map(({ text }) => text)).toEqual([
      expect.stringMatching(/new ID.*press Resume/s),
    ])
    await confirmed(`subscribe "${project.name}"`, there)
    await customerSays('We are')
    expect(slack.messages.at(-1)).toMatchObject({ channel: newId, thread_ts: root.ts })
    await replies('Good', newId)
    expect(tracker.asked()).toHaveLength(2)
    expect(slack.whispers(dana)).toEqual([])
    expect(await namesFormer(running)).toEqual([])
  })

  test(`what people did by the new id before its event came counts, and both threads go on (${engine})`, async () => {
    const running = await renumbered(engine)
    const { changesId, replies, tracker, slack, root, confirmed, customerSays, there, say } = running
    await confirmed(`subscribe "${project.name}" comments`, there)
    await customerSays('In the new thread')
    const newer = slack.roots(newId).at(-1)
    await say('Same time', { channel: newId, thread_ts: newer?.ts }, '1763900000.000100')
    await say('Same time', {}, '1763900000.000100')
    await running.idle()
    await changesId(earlier)
    await replies('In the old thread', newId)
    await say('In the new one', { channel: newId, thread_ts: newer?.ts })
    await running.idle()
    expect(tracker.asked()).toHaveLength(4)
    expect(root.ts).not.toBe(newer?.ts)
    await customerSays('Where to?')
    expect(slack.messages.at(-1)).toMatchObject({ channel: newId, thread_ts: newer?.ts })
    // Slack's repetition of one reply would be told by either id.
    expect(await namesFormer(running)).toEqual([`reply.source: ${channel}:1763900000.000100`])
  })

  test(`what waits while the id changes goes to the new one, in order (${engine})`, async () => {
    const running = await renumbered(engine)
    const { changesId, tracker, slack, hook, say, idle, root } = running
    const away = ['chat.postMessage', 'conversations.replies']
    slack.fault.next = ({ method }) => (away.includes(method) ? { status: 403 } : undefined)
    for (const words of ['One', 'Two', 'Three'])
      await hook(commentEvent(tracker.addComment({ message_plain: words })))
    await say('Who are you?', { parent_user_id: 'U0BOT', thread_ts: '1763700000.999999' })
    const waiting = async () => (await namesFormer(running)).filter((text) => text.startsWith('job.')).sort()
    const lanes = [
      ...Array<string>(3).fill(`job.lane: 1:post:${channel}`),
      expect.stringMatching(/unsure-reply/),
    ]
    await expect.poll(waiting).toEqual(expect.arrayContaining(lanes))
    slack.fault.next = undefined
    await changesId(earlier)
    await idle()
    expect(await namesFormer(running)).toEqual([])
    const there = slack.messages.filter(({ thread_ts }) => thread_ts === root.ts)
    expect(there.map(({ text }) => text.replace('Casey Jones, Acme Corp: ', ''))).toEqual([
      'Where do we start?',
      'One',
      'Two',
      'Three',
    ])
    expect(new Set(there.map((message) => message.channel))).toEqual(new Set([newId]))
  })
}

test('every column that names channels is in the list of what moves', () => {
  const columns = tables.flatMap((text) => {
    const [, table = '', body = ''] = /^create table (\w+) \((.*)\)$/s.exec(text) ?? []
    const names = [...body.matchAll(/(?:^|,)\s*(\w*channel\w*) text/g)].map(([, name]) => name)
    return names.map((name) => `${table}.${name}`)
  })
  const listed = Object.entries(placesOfChannels).flatMap(([table, places]) =>
    places.map(({ column }) => `${table}.${column}`),
  )
  expect(columns.length).toBeGreaterThan(7)
  expect(columns.filter((name) => !listed.includes(name))).toEqual([])
})
