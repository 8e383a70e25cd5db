import { describe, expect, test } from 'vitest'
import { eventNames, families } from '../../../src/contract/event.ts'
import { channelSettings } from '../../../src/bot/store/channels/channel-settings.ts'
import { muteOf } from '../../../src/bot/store/channels/channel-mutes.ts'
import { subscriptionsOf } from '../../../src/bot/store/channels/subscriptions.ts'
import { defaultSettings } from '../../../src/bot/store/ledger/settings-in.ts'
import { presetOf } from '../../../src/bot/use-cases/channels/presets.ts'
import { settingsNow } from '../../../src/bot/use-cases/channels/settings.ts'
import { migratedFrom } from '../support/former-database.ts'
import { formerFilters, formerSettings, formerSubscription } from './former-settings.ts'

const former = { layout: 'threads', replies: 'two-way', detail: 'full', broadcast: [] }
const weekly = { every: 'weekly', day: 3, at: '08:00', timeZone: 'Europe/Berlin' }
const quiet = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' }
const casey = { uuid: 'u1', email: 'casey@acme.example', name: 'Casey Jones' }

/** What a subscription without words received before. */
const before = eventNames.filter((name) => !/^(subtask|module)_/.test(name))

const rows = [
  formerSubscription('C0PLAIN', 'p1'),
  formerSubscription('C0PLAIN', 'p2'),
  formerSubscription('C0MIXED', 'p1'),
  formerSubscription('C0MIXED', 'p2', ['comment_new']),
  formerSettings('C0MIXED', { ...former, layout: 'flat', broadcast: ['comment'], quiet }),
  formerSubscription('C0FEWER', 'p1', eventNames),
  formerFilters('C0FEWER', {
    include: { events: ['comments', 'tasks'], modules: ['Kickoff', 'Handover'], people: [casey] },
    exclude: { events: ['comment_mention'], modules: ['HANDOVER'], assignees: ['Robin Hill'] },
    tasks: 'visible',
  }),
  formerSettings('C0DIGEST', { ...former, layout: 'digest', digest: weekly, broadcast: ['comment'] }),
  formerSettings('C0BESIDE', { ...former, digest: weekly, detail: 'compact' }),
  formerSubscription('C0OFF', 'p1'),
  formerSettings('C0OFF', { ...former, replies: 'off' }),
  formerSettings('C0ONEWAY', { ...former, replies: 'one-way' }),
]

describe.each(['sqlite', 'postgres'] as const)('settings of the version before on %s', (engine) => {
  const migrated = () => migratedFrom(engine, '2026-11-22-bot-2', rows)

  test('a channel receives what it received: one selection where all were the same, else each its own', async () => {
    const sql = await migrated()
    const eventsOf = async (channel: string) =>
      (await subscriptionsOf(sql, channel)).map(({ events, ownEvents }) => ({ events, ownEvents }))
    const plain = { events: before, ownEvents: false }
    expect(await eventsOf('C0PLAIN')).toEqual([plain, plain])
    const { settings, mixed } = await settingsNow(sql, 'C0PLAIN')
    // Invitations were told by default before.
    expect([presetOf(settings, mixed), mixed]).toEqual(['custom', false])
    expect(await eventsOf('C0MIXED')).toEqual([
      { events: before, ownEvents: true },
      { events: ['comment_new'], ownEvents: true },
    ])
    expect(await channelSettings(sql, 'C0MIXED')).toEqual({
      ...defaultSettings,
      events: before,
      layout: 'flat',
      broadcast: ['comment'],
      quiet,
    })
    expect(await channelSettings(sql, 'C0NEW')).toEqual(defaultSettings)
  })

  test('lists of events are what arrives, the others are filters, and what both name of modules is one list', async () => {
    const sql = await migrated()
    const wanted = [...families.task, ...families.comment].filter((name) => name !== 'comment_mention')
    expect(await subscriptionsOf(sql, 'C0FEWER')).toMatchObject([{ events: wanted, ownEvents: false }])
    expect(await channelSettings(sql, 'C0FEWER')).toMatchObject({
      events: wanted,
      filters: [
        { list: 'only', of: 'module', names: [{ name: 'Kickoff' }] },
        { list: 'except', of: 'assignee', names: [{ name: 'Robin Hill' }] },
        { list: 'only', of: 'person', names: [casey] },
      ],
      tasks: 'visible',
      compact: false,
    })
  })

  test('digests stand in place of messages or beside them; short cards stay short', async () => {
    const sql = await migrated()
    expect(await channelSettings(sql, 'C0DIGEST')).toMatchObject({
      layout: 'flat',
      digest: { ...weekly, alone: true },
      broadcast: ['comment'],
    })
    expect(await channelSettings(sql, 'C0BESIDE')).toMatchObject({
      layout: 'threads',
      digest: { ...weekly, alone: false },
      compact: true,
    })
  })

  test('a channel that was off is muted until somebody unmutes it, and takes no replies', async () => {
    const sql = await migrated()
    expect(await channelSettings(sql, 'C0OFF')).toMatchObject({ replies: 'one-way' })
    expect(await muteOf(sql, 10, 'C0OFF')).toEqual({
      channel: 'C0OFF',
      until: undefined,
      by: 'U0DANA',
      at: 5,
    })
    expect(await channelSettings(sql, 'C0ONEWAY')).toMatchObject({ replies: 'one-way' })
    expect(await muteOf(sql, 10, 'C0ONEWAY')).toBeUndefined()
  })
})
