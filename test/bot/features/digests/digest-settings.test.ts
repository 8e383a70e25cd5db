import { expect, test } from 'vitest'
import { daily, digesting, saturday } from '../../support/digesting.ts'
import { pressing } from '../../support/pressing.ts'
import { channel, dana, runningBot } from '../../support/running-bot.ts'
import { project } from '../../support/stand-in-tracker.ts'
import { digestFacts } from '../../../../src/bot/features/digests/digest-facts.ts'
import { dayMs, hourMs } from '../../../../src/bot/kit/wall-clock.ts'
import { channelSettings } from '../../../../src/bot/audience/store/channel-settings.ts'
import type { SettingsForm } from '../../../../src/bot/features/channels/settings-form.ts'
import { settingsMetadataOf, settingsValues } from '../../support/settings-values.ts'

let views = 0

/** A channel whose settings somebody has open. */
const inSettings = async (settings: object = {}) => {
  const running = await digesting(settings)
  const { slack, idle } = running
  const { interaction, person } = await pressing(running)
  const save = async (form: SettingsForm, id = `V${++views}`) => {
    const given = settingsValues({ preset: 'custom', timeZone: 'Europe/Berlin', ...form })
    const values = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, { [key]: value }]))
    const view = {
      type: 'modal',
      id,
      callback_id: 'settings_dialog',
      private_metadata: settingsMetadataOf(channel, true),
      blocks: [],
      state: { values },
    }
    const answer = await interaction({ type: 'view_submission', ...person, view })
    await idle()
    const text = await answer.text()
    return text === '' ? undefined : (JSON.parse(text) as object)
  }
  /** Presses a button of the dialog; what stands on top of it in the end. */
  const pressed = async (action: string, value = channel, facts: object = {}) => {
    const before = slack.made('views.update').length
    await interaction({
      type: 'block_actions',
      ...person,
      trigger_id: crypto.randomUUID(),
      view: { id: 'V1', type: 'modal', private_metadata: settingsMetadataOf(channel, true) },
      container: { type: 'view', view_id: 'V1' },
      actions: [{ type: 'button', action_id: action, block_id: 'b', value, action_ts: '1' }],
      ...facts,
    })
    await expect.poll(() => slack.made('views.update').length).toBe(before + 1)
    await idle()
    return JSON.stringify(slack.made('views.update').at(-1)?.['view'])
  }
  return { ...running, save, pressed }
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
  const { save, addTask, taskSays, clock, digests, pass } = await inSettings({ digest: undefined })
  const done = addTask('Data import')
  await taskSays('task_updated', done)
  await taskSays('task_completed', done)
  clock.now += 3_600_000
  await save({ layout: 'digest', digestDay: 'daily', digestAt: '09:00' })
  await pass(saturday)
  expect(digests()).toEqual([])
})

test('before any digest, a preview covers the last day, but nothing before the channel subscribed', async () => {
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

test('Preview shows one person the digest and posts nothing; Post now posts it, once', async () => {
  const { pressed, addTask, taskSays, digests, pass } = await inSettings()
  expect(await pressed('digest_preview')).toContain('Nothing to report')
  expect(await pressed('digest_now')).toContain('Nothing to report')
  await taskSays('task_updated', addTask('Upload logo', { due_date: '2026-11-01' }))
  expect(await pressed('digest_preview')).toMatch(/Upload logo[^]*Nothing was posted/)
  expect(digests()).toEqual([])
  expect(await pressed('digest_now')).toContain('on its way')
  expect(await pressed('digest_now')).toContain('a moment ago')
  expect(digests()).toHaveLength(1)
  await pass(saturday)
  expect(digests()).toHaveLength(2)
})

test('an outage of the tracker is said on top of the settings; a stranger sees no digest', async () => {
  const { pressed, addTask, taskSays, tracker, digests } = await inSettings()
  await taskSays('task_updated', addTask('Upload logo', { due_date: '2026-11-01' }))
  tracker.control.down = 'unreachable'
  expect(await pressed('digest_now')).toMatch(/tracker/i)
  tracker.control.down = undefined
  const stranger = { user: { id: 'U0CASEY', team_id: 'T2' } }
  expect(await pressed('digest_preview', channel, stranger)).not.toContain('Upload logo')
  expect(digests()).toEqual([])
})

test('a colleague of another workspace of our organization previews a digest', async () => {
  const { pressed, addTask, taskSays, slack, restart } = await inSettings()
  await taskSays('task_updated', addTask('Upload logo', { due_date: '2026-11-01' }))
  slack.fault.next = ({ method, args }) => {
    if (method === 'auth.test')
      return { body: { ok: true, user_id: 'U0BOT', bot_id: 'B0BOT', team_id: 'T1', enterprise_id: 'E1' } }
    if (method !== 'users.info' || args['user'] !== 'U0GRID') return undefined
    const user = { id: 'U0GRID', team_id: 'T3', profile: {}, enterprise_user: { enterprise_id: 'E1' } }
    return { body: { ok: true, user } }
  }
  await restart()
  const colleague = { user: { id: 'U0GRID', team_id: 'T3' } }
  expect(await pressed('digest_preview', channel, colleague)).toContain('Upload logo')
})

test('Show more names the rest of a project as it is now; what it carries may be stale', async () => {
  const running = await digesting({ digest: daily })
  const { addTask, taskSays, digestAt, digests, slack, idle, tracker } = running
  const { press } = await pressing(running)
  const tasks = Array.from({ length: 6 }, (_, n) => addTask(`Late ${n}`, { due_date: `2026-11-0${n + 1}` }))
  for (const uuid of tasks) await taskSays('task_updated', uuid)
  expect(await digestAt(saturday)).toContain('6 tasks overdue')
  const [button] = JSON.stringify(digests()[0]).match(/\d+:project:[\w-]+/) ?? []
  Object.assign(tracker.tasks.get(tasks[5] ?? '') ?? {}, { status: 'Completed' })
  const more = await press('digest_more', button ?? '')
  expect(more.text).toMatch(/5 tasks overdue[^]*Late 4/)
  expect(more.text).not.toContain('Late 5')
  expect(more.response_type).not.toBe('in_channel')
  for (const value of ['', 'x', '1:project:nobody', '1:from:x', '99999999999999999999:from:0', '1:from:50'])
    expect((await press('digest_more', value)).text).not.toBe('')
  await idle()
  expect(slack.ephemerals(dana)).toEqual([])
})
