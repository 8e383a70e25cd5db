import { expect, test } from 'vitest'
import { settingNames, type SettingName, valuesOf } from '../../../../src/bot/kit/setting-rows.ts'
import { setTo } from '../../support/rows/subscription-rows.ts'
import { botWithThread, channel, dana } from '../../support/running-bot.ts'
import { settingsMetadataOf, settingsValues } from '../../support/settings-values.ts'
import { steering } from '../../support/steering.ts'
import { chosen, onHome, stateOf, type View } from '../../support/acts.ts'

/** A channel whose settings somebody has open. */
const inSettings = async () => {
  const running = await steering()
  const { slack, viewIn, command, pressQuietly } = running
  const open = () => {
    const before = slack.made('views.open').length
    void command('settings')
    return viewIn('views.open', before + 1)
  }
  /** Chooses something that decides which inputs the dialog shows; the dialog after it. */
  const choose = async (action: string, form: object) => {
    const before = slack.made('views.update').length
    const view = { id: 'V1', type: 'modal', callback_id: 'settings_dialog', blocks: [] }
    const state = stateOf(settingsValues(form))
    const shown = { ...view, private_metadata: settingsMetadataOf(channel), state }
    await pressQuietly(action, {}, { ...onHome, view: shown })
    return viewIn('views.update', before + 1)
  }
  return { ...running, open, choose }
}

const shown = ({ blocks }: View) => blocks.flatMap(({ block_id: id }) => id ?? [])
const element = ({ blocks }: View, id: string) => blocks.find((block) => block.block_id === id)?.element

/** What happens in a channel for which the choices of a setting make a difference. */
const happens: Readonly<
  Record<SettingName, (bot: Awaited<ReturnType<typeof botWithThread>>) => Promise<unknown>>
> = {
  tasks: async ({ changeTask, customerSays }) => {
    await customerSays('Seen by the customer')
    changeTask({ is_internal: true })
    await customerSays('Internal')
  },
  replies: ({ says }) => says('Hello?'),
}

test.each(settingNames)('each choice of the setting %s has an effect of its own', async (name) => {
  const effectOf = async (value: string) => {
    const bot = await botWithThread()
    await setTo(bot.database, { [name]: value })
    await happens[name](bot)
    const { slack, tracker } = bot
    const comments = tracker.attempts.map(({ message_plain: text }) => text)
    return JSON.stringify([slack.messages.map(({ text }) => text), slack.whispers(dana), comments])
  }
  const values = valuesOf(name)
  const effects = await Promise.all(values.map(effectOf))
  expect(await effectOf(values[0] ?? ''), `what \`happens\` for ${name} differs by itself`).toBe(effects[0])
  const same = values.filter((_, at) => effects.indexOf(effects[at] ?? '') < at)
  expect(same, `choices of ${name} without an effect of their own in what \`happens\``).toEqual([])
})

test('/onboard settings opens presets; what is saved is said in the channel once, and opens again', async () => {
  const { open, set, slack } = await inSettings()
  const view = await open()
  expect(shown(view)).toEqual(['settings_preset'])
  expect(element(view, 'settings_preset')).toMatchObject({ initial_option: { value: 'everything' } })
  await set({ preset: 'milestones' }, 'V-once')
  await set({ preset: 'milestones' }, 'V-once')
  const said = slack.roots(channel).filter(({ text }) => text.includes('settings'))
  expect(said.map(({ text }) => text)).toMatchInlineSnapshot(`
    [
      "<@U0DANA> changed this channel’s settings: Customer’s words and milestones · Comments, completed tasks, and project status · Replies in threads become comments.",
    ]
  `)
  expect(element(await open(), 'settings_preset')).toMatchObject({ initial_option: { value: 'milestones' } })
})

test('Custom shows the rest in the same dialog, and a digest its time; what was chosen before stays', async () => {
  const { choose, slack } = await inSettings()
  const custom = await choose('settings_preset', { preset: 'custom' })
  expect(shown(custom)).toEqual([
    'settings_preset',
    'settings_events',
    'settings_layout',
    'settings_modules',
    ...settingNames.map((name) => `settings_${name}`),
  ])
  const digest = await choose('settings_layout', { preset: 'custom', layout: 'digest', replies: 'one-way' })
  expect(shown(digest)).toContain('settings_digest_day')
  expect(element(digest, 'settings_digest_day')).toMatchObject({ initial_option: { value: 'daily' } })
  expect(element(digest, 'settings_replies')).toMatchObject({ initial_option: { value: 'one-way' } })
  const flat = await choose('settings_layout', { preset: 'custom', layout: 'flat' })
  expect(shown(flat)).toEqual(shown(custom))
  expect(element(flat, 'settings_layout')).toMatchObject({ initial_option: { value: 'flat' } })
  const times = ['settings_digest_time', 'settings_zone']
  const weekly = await choose('settings_layout', { preset: 'custom', layout: 'digest', digestDay: '1' })
  expect(shown(weekly).slice(2, 6)).toEqual(['settings_layout', 'settings_digest_day', ...times])
  const preset = await choose('settings_preset', { preset: 'digest' })
  expect(shown(preset)).toEqual(['settings_preset', ...times])
  const back = await choose('settings_preset', { preset: 'completed' })
  expect(shown(back)).toEqual(['settings_preset'])
  expect(slack.roots(channel)).toEqual([])
})

test('with modules chosen, Custom asks whether only these count or all others; both stay while the dialog is open', async () => {
  const { choose, set, open } = await inSettings()
  const chosen = await choose('settings_modules', { preset: 'custom', modules: ['Kickoff'] })
  expect(shown(chosen).slice(3, 5)).toEqual(['settings_modules', 'settings_module_list'])
  expect(element(chosen, 'settings_module_list')).toMatchObject({ initial_option: { value: 'only' } })
  await set({ preset: 'custom', modules: ['Kickoff'], moduleList: 'except' })
  expect(element(await open(), 'settings_module_list')).toMatchObject({ initial_option: { value: 'except' } })
  const none = await choose('settings_modules', { preset: 'custom', modules: [], moduleList: 'except' })
  expect(shown(none)).not.toContain('settings_module_list')
  const again = await choose('settings_modules', { preset: 'custom', modules: ['Handover'] })
  expect(element(again, 'settings_module_list')).toMatchObject({ initial_option: { value: 'except' } })
})

test('settings that make no sense are refused at their inputs, and nothing changes', async () => {
  const { set, slack, submit } = await inSettings()
  expect(await set({ preset: 'custom', events: [], timeZone: 'Atlantis' })).toMatchObject({
    response_action: 'errors',
    errors: {
      settings_events: expect.stringContaining('at least one event') as string,
      settings_zone: expect.stringContaining('Europe/Berlin') as string,
    },
  })
  // As a dialog of the version before is sent.
  const former = await submit('settings_dialog', channel, { settings_replies: chosen() })
  expect(JSON.stringify(former)).toMatch(/Out of date/)
  expect(slack.roots(channel)).toEqual([])
})

test('one-way: no reply is taken, and the person who replies is told once a thread', async () => {
  const { customerSays, say, slack, tracker, database, says } = await botWithThread()
  await setTo(database, { replies: 'one-way' })
  const { ts } = await say('Hello?')
  await says('Anybody?')
  expect(tracker.attempts).toEqual([])
  expect(slack.reactions(ts)).toEqual([])
  expect(slack.whispers(dana)).toEqual([expect.stringContaining('stays in Slack')])
  await customerSays('Still posted')
  expect(slack.messages.some(({ text }) => text.includes('Still posted'))).toBe(true)
  await setTo(database, { replies: 'two-way' })
  await says('Now?')
  expect(tracker.attempts).toHaveLength(1)
})

test('the settings hold the channel’s subscriptions and its mute, on top; from there, no way round in circles', async () => {
  const { open, pressQuietly, slack, until, opened } = await inSettings()
  const inDialog = (callback: string, metadata: string) => ({
    ...onHome,
    view: { id: 'V1', type: 'modal', callback_id: callback, private_metadata: metadata, blocks: [] },
  })
  const settings = await open()
  expect(JSON.stringify(settings)).toContain('Subscriptions and mute')
  const inSettingsDialog = inDialog('settings_dialog', settings.private_metadata)
  await pressQuietly('manage_subscriptions', { value: channel }, inSettingsDialog)
  await until(() => expect(slack.made('views.push')).toHaveLength(1))
  expect(opened('views.push')).toMatchObject({ callback_id: 'subscriptions_dialog' })
  expect(JSON.stringify(opened('views.push'))).toContain(`${channel} hour`)
  await pressQuietly('open_settings', { value: channel }, inDialog('subscriptions_dialog', channel))
  await until(() => expect(slack.made('views.push')).toHaveLength(2))
  expect(JSON.stringify(opened('views.push'))).not.toContain('Subscriptions and mute')
})
