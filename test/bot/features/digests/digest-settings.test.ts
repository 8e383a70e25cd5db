import { expect, test } from 'vitest'
import { digesting, saturday } from '../../support/digesting.ts'
import { channel, runningBot } from '../../support/running-bot.ts'
import { project } from '../../support/stand-in-tracker.ts'
import { digestFacts, isDigestTime, nextDigest } from '../../../../src/bot/features/digests/post-digest.ts'
import { dayMs, hourMs } from '../../../../src/bot/kit/time.ts'
import { channelSettings } from '../../../../src/bot/store/channel-settings.ts'
import type { SettingsForm } from '../../../../src/bot/features/channels/settings.ts'
import { settingsMetadataOf, settingsValues } from '../../support/settings-values.ts'

let views = 0

/** A channel whose settings somebody has open. */
const inSettings = async (settings: object = {}) => {
  const running = await digesting(settings)
  const { idle, submits } = running
  const save = async (form: SettingsForm, id = `V${++views}`) => {
    const given = settingsValues({ preset: 'custom', timeZone: 'Europe/Berlin', ...form })
    const view = { id, callback_id: 'settings_dialog', private_metadata: settingsMetadataOf(channel) }
    const answer = await submits(view, given)
    await idle()
    const text = await answer.text()
    return text === '' ? undefined : (JSON.parse(text) as object)
  }
  return { ...running, save }
}

test('digests are chosen in the settings: saved, said in the channel, and posted at their time', async () => {
  const { save, slack, addTask, taskSays, digestAt, database } = await inSettings({ digest: undefined })
  expect(await save({ layout: 'digest', digestDay: '6', digestAt: '09:00' })).toBeUndefined()
  expect(slack.roots(channel).at(-1)?.text).toContain('Every Saturday at 09:00, Europe/Berlin')
  const weekly = { every: 'weekly', day: 6, at: '09:00', timeZone: 'Europe/Berlin' }
  expect((await channelSettings(database.sql, channel)).digest).toEqual(weekly)
  await taskSays('task_updated', addTask('Upload logo', { due_date: '2026-11-01' }))
  expect(await digestAt(saturday)).toContain('Digest (weekly)')
  await save({ layout: 'threads' })
  expect((await channelSettings(database.sql, channel)).digest).toBeUndefined()
})

test('a digest has a schedule, even if no day or time was chosen', async () => {
  const { save, database } = await inSettings({ digest: undefined })
  await save({ layout: 'digest', digestAt: '' })
  expect(await channelSettings(database.sql, channel)).toMatchObject({
    digest: { every: 'daily', at: '09:00', timeZone: 'Europe/Berlin' },
  })
  expect(await save({ layout: 'digest', digestDay: '2', timeZone: 'Atlantis' })).toMatchObject({
    errors: { settings_zone: expect.stringContaining('Europe/Berlin') as string },
  })
})

test('the list of subscriptions says that a digest replaces messages, even if subscriptions differ', async () => {
  const { command, tracker } = await digesting()
  tracker.addAccounts('Globex')
  await command('subscribe account:Globex comments')
  const { text } = await command('subscriptions')
  expect(text).toContain('A digest; completed projects right away · Every day at 09:00, Europe/Berlin')
  expect(text).toMatch(/Globex.*: comments, by/)
})

test('what happened while nobody wanted digests is not told', async () => {
  const { save, addTask, completes, clock, digests, pass } = await inSettings({ digest: undefined })
  await completes(addTask('Data import'))
  clock.now += 3_600_000
  await save({ layout: 'digest', digestDay: 'daily', digestAt: '09:00' })
  await pass(saturday)
  expect(digests()).toEqual([])
})

test('the first digest covers the last day, but nothing before the channel subscribed', async () => {
  const clock = { now: saturday }
  const { bot, confirmed } = await runningBot({ now: () => clock.now })
  await confirmed(`subscribe "${project.name}"`)
  const subscribed = clock.now
  clock.now += hourMs
  const since = async () => Date.parse((await digestFacts(bot.deps, channel)).sinceAt)
  expect(await since()).toBe(subscribed)
  clock.now += 3 * dayMs
  expect(await since()).toBe(clock.now - dayMs)
})

const iso = (ms: number) => new Date(ms).toISOString()

const at = (time: string, every: 'daily' | 'weekly' = 'daily', timeZone = 'Europe/Berlin') => ({
  every,
  day: 1,
  at: time,
  timeZone,
})

test.each([
  ['later today', at('09:00'), '2026-11-21T07:00:00Z', '2026-11-21T08:00:00.000Z'],
  ['tomorrow', at('09:00'), '2026-11-21T08:00:00Z', '2026-11-22T08:00:00.000Z'],
  ['over the spring shift', at('09:00'), '2026-03-28T08:30:00Z', '2026-03-29T07:00:00.000Z'],
  ['over the autumn shift', at('09:00'), '2026-10-24T08:30:00Z', '2026-10-25T08:00:00.000Z'],
  ['in the hour that is left out', at('02:30'), '2026-03-28T20:00:00Z', '2026-03-29T01:30:00.000Z'],
  ['in the hour that comes twice, once', at('02:30'), '2026-10-24T20:00:00Z', '2026-10-25T00:30:00.000Z'],
  ['not again in that hour', at('02:30'), '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
  ['on Monday', at('09:00', 'weekly'), '2026-11-21T12:00:00Z', '2026-11-23T08:00:00.000Z'],
  ['a week later', at('09:00', 'weekly'), '2026-11-23T08:00:00Z', '2026-11-30T08:00:00.000Z'],
  [
    'where the date is tomorrow’s',
    at('00:00', 'daily', 'Pacific/Auckland'),
    '2026-11-21T12:00:00Z',
    '2026-11-22T11:00:00.000Z',
  ],
])('the next digest is due %s', (_, schedule, after, due) => {
  const next = nextDigest(schedule, Date.parse(after))
  expect(iso(next)).toBe(due)
  expect(isDigestTime(schedule, next)).toBe(true)
  expect(isDigestTime(schedule, next + 60_000)).toBe(false)
})
