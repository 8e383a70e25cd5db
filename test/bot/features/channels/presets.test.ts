import { expect, test } from 'vitest'
import { defaultSettings } from '../../../../src/bot/store/channel-settings.ts'
import { presetOf, presetWords, settingsSaved } from '../../../../src/bot/audience/messages/settings-words.ts'
import { subscribed } from '../../../../src/bot/audience/messages/subscribed.ts'
import {
  settingsDialog,
  subscribeDialog,
} from '../../../../src/bot/features/channels/messages/settings-dialog.ts'
import { withPreset } from '../../../../src/bot/features/channels/store-settings.ts'
import { validateMessage } from '../../../support/slack-limits.ts'
import { invitation, subtaskEvent } from '../../support/listening.ts'
import { channel, projectEvent, taskEvent } from '../../support/running-bot.ts'
import { project } from '../../support/stand-in-tracker.ts'
import { by } from '../../support/acts.ts'
import { steering } from '../../support/steering.ts'

const names = ['everything', 'milestones', 'digest', 'completed'] as const
const at = { at: '08:30', timeZone: 'Europe/Berlin' }

test.each(names)('a channel that chose %s is seen to have it, whatever becomes of its replies', (name) => {
  const chosen = withPreset(name, { ...defaultSettings, replies: 'one-way' }, at)
  expect(presetOf(chosen)).toBe(name)
  expect(chosen).toMatchObject({ replies: 'one-way' })
  expect(chosen.digest).toEqual(name === 'digest' ? { every: 'daily', day: 1, ...at } : undefined)
  expect(presetOf({ ...chosen, tasks: 'visible' })).toBe('custom')
  expect(presetOf(chosen, true)).toBe('custom')
})

test.each(names)('%s has one text, in both dialogs and in what is said of it', (preset) => {
  const settings = { ...withPreset(preset, defaultSettings, at), preset }
  const here = { channel, channelName: 'acme', shared: false, mixed: false, timeZone: 'UTC' }
  const { text, description } = presetWords[preset]
  const dialogs = [settingsDialog({ ...settings, ...here }), subscribeDialog({ ...here, preset })]
  for (const { blocks } of dialogs) {
    const shown = JSON.stringify(blocks)
    expect(shown).toContain(`"text":${JSON.stringify(text)}`)
    expect(shown).toContain(`"text":${JSON.stringify(description)}`)
  }
  const begun = description.slice(0, 1).toLowerCase() + description.slice(1)
  const subscription = { scope: 'all' as const, label: '', by: 'U0DANA', settings, ownEvents: false }
  expect(subscribed(subscription).text).toContain(`It receives ${begun}.`)
  expect(settingsSaved({ ...settings, by: 'U0DANA' }).text).toContain(`${text} · ${description}`)
})

test('what a newly subscribed channel receives: everybody’s comments, completed tasks and news of the project', async () => {
  const { command, customerSays, send, said, changeTask, change } = await steering()
  const answer = await command(`subscribe "${project.name}"`)
  expect(() => validateMessage(answer)).not.toThrow()
  expect(answer.text).toContain(
    'It receives comments, completed tasks, and project status. Replies in a task’s thread become comments on the task.',
  )
  expect(JSON.stringify(answer)).toContain(
    '"initial_option":{"text":{"type":"plain_text","text":"Customer’s words',
  )
  await customerSays('By the customer')
  await customerSays('By the team', { created_by_uuid: 'u9', created_by_name: 'Lee Wong' })
  changeTask({ status: 'Completed' })
  await send(taskEvent('task_completed'), subtaskEvent('subtask_completed'), invitation())
  change({ project_state: 'Completed' })
  await send(projectEvent('project_completed'))
  expect(said('By the customer')).toHaveLength(1)
  expect(said('By the team')).toHaveLength(1)
  expect(said('Task completed')).toHaveLength(1)
  expect(said('Project completed')).toHaveLength(1)
  expect([...said('Choose a date'), ...said('Robin Hill')]).toEqual([])
})

test('one press under *subscribed* sets what the channel receives; Custom opens the settings', async () => {
  const { pressQuietly, viewIn, until, customerSays, said, command, press } = await steering()
  await pressQuietly('choose_preset', { option: 'completed' })
  await until(() => expect(said('changed this channel’s settings: Only completed projects')).toHaveLength(1))
  await customerSays('Not any more')
  expect(said('Not any more')).toEqual([])
  expect((await command('subscriptions')).text).toContain('Set to Only completed projects.')
  await pressQuietly('choose_preset', { option: 'custom' })
  expect((await viewIn()).blocks.some(({ block_id: id }) => id === 'settings_events')).toBe(true)
  expect((await press('choose_preset', 'nonsense')).text).toContain('no longer works')
})

test.each([
  ['U0NOBODY', 1],
  ['U0GUEST', 0],
])(
  'a menu does not keep showing what %s chose and was refused: %i menu is there again',
  async (user, menus) => {
    const { command, press, slack, bot } = await steering()
    const { text, blocks } = await command(`subscribe "${project.name}"`)
    if (user === 'U0GUEST') slack.guests.add(channel)
    bot.deps.slack.forgetChannel(channel)
    const action = { type: 'static_select', action_id: 'choose_preset', block_id: 'b', action_ts: '1' }
    const chosen = { ...action, selected_option: { value: 'everything' } }
    const shown = blocks.map((block, at) => ({ ...block, block_id: `shown-${at}` }))
    const message = { ts: '1.0', text, blocks: shown }
    const again = await press('choose_preset', '', { ...by(user), actions: [chosen], message })
    expect(again).toMatchObject({ replace_original: true, text })
    const ids = again.blocks.flatMap(({ elements = [] }) => elements.flatMap(({ action_id: id }) => id ?? []))
    expect(ids).toHaveLength(menus)
    // Slack goes on showing the choice in a block with the same id.
    expect(JSON.stringify(again.blocks)).not.toContain('shown-')
  },
)

test('from too noisy to right in three clicks: *Settings* under many changes, a preset, Save', async () => {
  const { pressQuietly, viewIn, send, said, set, tracker } = await steering()
  const done = (n: number) => subtaskEvent('subtask_completed', { uuid: `s${n}`, name: `S${n}` })
  await send(...Array.from({ length: 30 }, (_, n) => done(n)))
  const burst = said('Changed in')
  expect(burst).toHaveLength(1)
  const buttons = JSON.stringify(burst[0])
  expect(buttons).toContain('open_settings')
  await pressQuietly('open_settings', {})
  expect(await viewIn()).toMatchObject({ callback_id: 'settings_dialog' })
  await set({ preset: 'milestones' })
  await send(subtaskEvent('subtask_completed', { uuid: 'later', name: 'Later' }))
  expect(said('Later')).toEqual([])
  expect(tracker.attempts).toEqual([])
})

test('events typed behind a subscription are its own, until somebody chooses events for the channel', async () => {
  const { command, set, customerSays, said, tracker } = await steering()
  tracker.addAccounts('Globex')
  expect((await command(`subscribe "${project.name}" comment_mention projects`)).text).toContain(
    'It receives mentions and projects.',
  )
  await customerSays('Only mentions')
  await command('subscribe account:Globex')
  const list = await command('subscriptions')
  expect(list.text).not.toContain('Set to')
  expect(list.text).toMatch(/Standard Onboarding: mentions and projects, by/)
  expect(list.text).toMatch(/the account Globex: comments, tasks and projects without invitations, by/)
  // A checkbox that stays as it was keeps its events.
  await set({ preset: 'custom', replies: 'one-way' })
  expect((await command('subscriptions')).text).toContain('Standard Onboarding: mentions and projects, by')
  await set({ preset: 'custom', events: ['comments', 'project_completed'] })
  await customerSays('Of the channel')
  const after = await command('subscriptions')
  expect(after.text).not.toContain('mentions and projects')
  expect([said('Only mentions'), said('Of the channel')].map(({ length }) => length)).toEqual([0, 1])
})

test('what is excluded alone is taken from what the channel receives', async () => {
  const { command, tracker } = await steering()
  tracker.addAccounts('Globex')
  expect((await command(`subscribe "${project.name}" -comments`)).text).toContain('It receives tasks and')
  await command('unsubscribe all')
  expect((await command('subscribe account:Globex -comments -tasks -projects')).text).toContain(
    'That leaves no events. Name at least one.',
  )
})
