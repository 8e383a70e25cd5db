import { randomUUID } from 'node:crypto'
import { settingsInputs } from '../../../../src/bot/features/channels/messages/settings-dialog.ts'
import { actions } from '../../../../src/bot/kit/ids.ts'
import { expect, test } from 'vitest'
import { engines } from '../../../support/databases.ts'
import { validateMessage, validateView } from '../../../support/slack-limits.ts'
import { valueOf } from '../../support/pressing.ts'
import { channel, dana } from '../../support/running-bot.ts'
import { project, task } from '../../support/stand-in-tracker.ts'
import { settingsValues } from '../../support/settings-values.ts'
import { steering } from '../../support/steering.ts'
import { by, onHome, soon } from '../../support/acts.ts'

const key = { channel, scope: 'project', target: project.uuid }
const value = JSON.stringify(key)
const inList = { container: { type: 'message', channel_id: channel, message_ts: '1.0', is_ephemeral: true } }

test('the list has a line for each with its events and maker, and buttons that hold what they are of', async () => {
  const { command, tracker } = await steering()
  tracker.addAccounts('Globex')
  await command('subscribe account:Globex comments', { user_id: 'U0LEE' })
  const list = await command('subscriptions')
  expect(() => validateMessage(list)).not.toThrow()
  expect(list.text.replaceAll(/<!date[^>]*>/g, '<date>')).toMatchInlineSnapshot(`
    "<#C0ACME> has 2 subscriptions.
    Replies in threads become comments
    • the project Acme Corp – Standard Onboarding: all events, by <@U0DANA>, <date>
    • the account Globex: comments, by <@U0LEE>, <date>
    To remove one, press Remove, or use /onboard unsubscribe and the name."
  `)
  expect(JSON.parse(valueOf(list, 'remove_subscription'))).toEqual(key)
  expect(valueOf(list, 'remove_subscription')).toBe(value)
  expect(valueOf(list, 'open_settings')).toBe(channel)
})

test('*Remove* ends one and the list shows it; of two people who press, one is told that it was ended', async () => {
  const { press, customerSays, said, until } = await steering()
  const lee = by('U0LEE')
  const answers = await Promise.all([
    press('remove_subscription', value, inList),
    press('remove_subscription', value, { ...inList, ...lee }),
  ])
  const texts = answers.map(({ text }) => text).sort()
  expect(texts).toEqual([
    expect.stringContaining('That subscription no longer exists'),
    expect.stringContaining('This channel has no subscriptions.'),
  ])
  await until(() => expect(said('unsubscribed this channel from')).toHaveLength(1))
  await customerSays('Nobody listens')
  expect(said('Nobody listens')).toEqual([])
})

test('*Resume* lets a paused subscription run with the events it had', async () => {
  const { slackEvent, idle, command, press, customerSays, said, until } = await steering()
  const left = { type: 'channel_left', channel, event_ts: soon() }
  await slackEvent(left)
  await idle()
  const list = await command('subscriptions')
  expect(list.text).toContain('Paused: the app is no longer in the channel.')
  await customerSays('While paused')
  const after = await press('resume_subscription', valueOf(list, 'resume_subscription'), inList)
  expect(after).toMatchObject({ replace_original: true })
  expect(after.text).not.toContain('Paused')
  await until(() => expect(said('resumed what this channel receives')).toHaveLength(1))
  // Pressed again on an old list: it runs, and nothing is said twice.
  await press('resume_subscription', value, inList)
  await customerSays('Running again')
  expect(said('While paused')).toEqual([])
  expect(said('Running again')).toHaveLength(1)
  expect(said('resumed')).toHaveLength(1)
})

test('old and foreign buttons of a subscription change nothing and say why', async () => {
  const { press, slack, command, customerSays, said, bot } = await steering()
  const gone = JSON.stringify({ ...key, target: randomUUID() })
  for (const action of ['remove_subscription', 'resume_subscription'])
    expect((await press(action, gone, inList)).text).toContain('no longer exists')
  expect((await press('remove_subscription', 'no JSON', inList)).text).toMatch(/no longer works/)
  slack.joined.set(dana, [])
  bot.deps.slack.forgetChannel(channel)
  const elsewhere = { ...inList, channel: { id: 'C0OTHER' } }
  expect((await press('remove_subscription', value, elsewhere)).text).toContain('You’re not in <#C0ACME>')
  const casey = { user: { id: 'U0CASEY', team_id: 'T2' } }
  expect((await press('remove_subscription', value, { ...inList, ...casey })).text).toContain('Only members')
  expect((await command('subscriptions')).text).toContain('has 1 subscription')
  await customerSays('Still here')
  expect(said('Still here')).toHaveLength(1)
})

test('unsubscribe finds an account by its bare name; if a project has the name, too, it asks which', async () => {
  const { command, pressIn, tracker } = await steering()
  tracker.addAccounts('Globex')
  await command('subscribe account:Globex')
  expect((await command('unsubscribe globex')).text).toContain(
    'unsubscribed this channel from the account Globex',
  )
  const namesake = { ...project, uuid: randomUUID(), name: 'Globex' }
  tracker.projects.push(namesake)
  await command('subscribe account:Globex')
  await command('subscribe Globex')
  const question = await command('unsubscribe Globex')
  expect(() => validateMessage(question)).not.toThrow()
  expect(question.text).toMatchInlineSnapshot(`
    "2 subscriptions match “Globex”. Which one?
    1. Globex · Account
    2. Globex · Project · Acme Corp"
  `)
  const chosen = await pressIn(question, '1. Globex', inList)
  expect(chosen.text).toContain('unsubscribed this channel from the account Globex')
  const list = await command('subscriptions')
  expect(list.text).toContain('has 2 subscriptions')
  expect(list.text).toContain('the project Globex')
  expect((await command('unsubscribe account:Globex')).text).toContain('isn’t subscribed to “Globex”')
})

test('an account is not ended in place of a project whose name is longer', async () => {
  const { command, tracker } = await steering()
  tracker.addAccounts('Globex')
  tracker.projects.push({ ...project, uuid: randomUUID(), name: 'Globex – Rollout' })
  await command('subscribe account:Globex')
  await command('subscribe Globex – Rollout')
  const question = await command('unsubscribe globex')
  expect(question.text).toContain('2 subscriptions match “globex”. Which one?')
  expect(question.text).toContain('Globex – Rollout · Project')
  expect((await command('subscriptions')).text).toContain('has 3 subscriptions')
})

/** A channel that receives one account alone. */
const byAccount = async (changes: Parameters<typeof steering>[0] = {}) => {
  const running = await steering(changes)
  await running.command(`unsubscribe "${project.name}"`)
  await running.command('subscribe account:acme corp')
  const account = (facts: object, at = 0) => {
    const item = running.tracker.projects[at]
    if (item) Object.assign(item, { account: { ...item.account, ...facts } })
  }
  return { ...running, account }
}

for (const engine of engines)
  test(`an account that is renamed is followed by its id, with its label; another of the old name is not (${engine})`, async () => {
    const { account, customerSays, said, command, tracker } = await byAccount({ engine })
    await customerSays('Under the old name')
    account({ name: 'Acme International' })
    await customerSays('Under the new name')
    for (const words of ['Under the old name', 'Under the new name']) expect(said(words)).toHaveLength(1)
    expect((await command('subscriptions')).text).toContain('the account Acme International')
    const stranger = { ...project, uuid: randomUUID(), name: 'Other' }
    tracker.projects.push({ ...stranger, account: { id: 'a9', name: 'Acme Corp', logo_path: null } })
    const other = { ...task, uuid: randomUUID(), project: { uuid: stranger.uuid, name: 'Other' } }
    tracker.tasks.set(other.uuid, other)
    const ofOthers = { associated_object_uuid: other.uuid, parent_object_uuid: stranger.uuid }
    await customerSays('Of others', ofOthers)
    expect(said('Of others')).toEqual([])
    expect((await command('unsubscribe account:Acme International')).text).toContain('unsubscribed')
  })

test('an account’s old name that somebody else took first is not believed, and integer ids that become uuids change nothing', async () => {
  const { account, customerSays, said, command } = await byAccount()
  await customerSays('Of our Acme')
  expect((await command('task kick-off')).text).toContain('Kick-off call')
  account({ id: 'a9' })
  await customerSays('Of the other Acme')
  expect((await command('task kick-off')).text).toContain('No task')
  account({ id: randomUUID() })
  await customerSays('Since the ids are uuids')
  expect(said('Of the other Acme')).toEqual([])
  expect(said('Since the ids are uuids')).toHaveLength(1)
})

test('a channel subscribed to the new name by hand has one subscription with the events of both', async () => {
  const { account, command, customerSays, tracker } = await byAccount()
  tracker.addAccounts('Acme International')
  await command('subscribe account:Acme International subtasks')
  account({ name: 'Acme International' })
  await customerSays('Hello')
  const { text } = await command('subscriptions')
  expect(text).toContain('has 1 subscription.')
  expect(text).toContain('Comments, tasks, subtasks and projects without invitations')
})

test('*Manage* opens a channel’s list as a dialog, whose buttons work in it', async () => {
  const { pressQuietly, slack, until, opened, viewIn, submit, command, bot } = await steering()
  const shows = (method: string, words: string) =>
    until(() => expect(JSON.stringify(opened(method))).toContain(words))
  await pressQuietly('manage_subscriptions', { value: channel }, onHome)
  expect(await viewIn()).toMatchObject({ callback_id: 'subscriptions_dialog', private_metadata: channel })
  const modal = { type: 'modal', callback_id: 'subscriptions_dialog', private_metadata: channel, blocks: [] }
  const inDialog = { ...onHome, view: { id: 'V1', ...modal } }
  await pressQuietly('open_settings', { value: valueOf(opened(), 'open_settings') }, inDialog)
  await until(() => expect(opened('views.push')).toMatchObject({ callback_id: 'settings_dialog' }))
  const { private_metadata: settings } = opened('views.push')
  await submit('settings_dialog', settings, settingsValues({ preset: 'completed' }))
  await pressQuietly('mute_updates', { option: `${channel} open` }, inDialog)
  await shows('views.update', 'muted until someone unmutes the channel')
  expect(() => validateView(opened('views.update'))).not.toThrow()
  expect(JSON.stringify(opened('views.update'))).toContain('Only completed projects')
  await pressQuietly('remove_subscription', { value }, inDialog)
  await shows('views.update', 'This channel has no subscriptions.')
  await pressQuietly('remove_subscription', { value }, inDialog)
  await shows('views.push', 'no longer exists')
  expect((await command('subscriptions')).text).toContain('This channel has no subscriptions.')
  slack.joined.set(dana, [])
  bot.deps.slack.forgetChannel(channel)
  await pressQuietly('manage_subscriptions', { value: channel }, onHome)
  await until(() => expect(slack.roots(dana).at(-1)?.text).toContain('You’re not in <#C0ACME>'))
})

test('in a channel that outsiders read, preset, mute, settings, and pin are in the private list and its dialog', async () => {
  const { slack, command, confirmed, press, shares, opened, until } = await steering()
  shares()
  await confirmed(`subscribe "${project.name}"`)
  const { text, blocks } = await command('subscriptions')
  const list = { text, blocks }
  validateMessage(list)
  const said = JSON.stringify(blocks)
  for (const id of [actions.mute, actions.openSettings, actions.pin]) expect(said).toContain(id)
  expect((await press(actions.pin, valueOf(list, actions.pin), inList)).text).toContain('pinned')
  expect(slack.made('pins.add')).toHaveLength(1)
  // It answers with a dialog.
  void command('settings')
  await until(() => expect(JSON.stringify(opened() ?? '')).toContain(settingsInputs.preset))
  expect(JSON.stringify(slack.messages.filter((one) => one.channel === channel))).not.toMatch(
    new RegExp([actions.mute, actions.openSettings, actions.pin, actions.choosePreset].join('|')),
  )
})
