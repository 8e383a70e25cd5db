import { expect, test } from 'vitest'
import { validateView } from '../../support/slack-limits.ts'
import { putChannelSettings } from '../../../src/bot/store/channels/channel-settings.ts'
import { type ChannelSettings, defaultSettings } from '../../../src/bot/store/ledger/settings-in.ts'
import { invitation, moduleEvent, subtaskEvent } from '../support/listening.ts'
import { channel, commentEvent, dana, envelope, projectEvent, taskEvent } from '../support/running-bot.ts'
import { settingsMetadataOf } from '../support/settings-values.ts'
import { customer, project, taskUuid } from '../support/stand-in-tracker.ts'
import { steering } from '../support/steering.ts'

const casey = { uuid: customer, email: 'casey@acme.example', name: 'Casey Jones' }
const by = (facts: object) => ({ modified: { modified_at: '2026-11-21T10:00:00Z', modified_by: facts } })

/** With settings that a migration left, and no dialog makes. */
const keeping = async (kept: Partial<ChannelSettings>) => {
  const running = await steering()
  const settings = { ...defaultSettings, ...kept }
  await running.database.transaction((tx) => putChannelSettings(tx, channel, settings, { user: dana, at: 1 }))
  return running
}

test('filters: nothing set is everything; only lets its matches through; except always wins', async () => {
  const { set, customerSays, said, reasons } = await steering()
  await customerSays('One')
  await set({ preset: 'custom', moduleList: 'only', modules: ['Handover'] })
  await customerSays('Two')
  await set({ preset: 'custom', moduleList: 'only', modules: ['KICKOFF '] })
  await customerSays('Three')
  await set({ preset: 'custom', moduleList: 'except', modules: ['kickoff'] })
  await customerSays('Four')
  await set({ preset: 'custom', moduleList: 'except', modules: [] })
  await customerSays('Five')
  expect(['One', 'Two', 'Three', 'Four', 'Five'].map((words) => said(words).length)).toEqual([1, 0, 1, 0, 1])
  expect(await reasons()).toEqual([
    'left out by the channel’s filters: the module “Kickoff” is not among those included',
    'left out by the channel’s filters: the module “Kickoff” is excluded',
  ])
})

test('filters kept of earlier settings: a comment goes by its task’s assignee and by its author; a subtask by its task', async () => {
  const { customerSays, said, changeTask, send } = await keeping({
    filters: [
      { list: 'except', of: 'assignee', names: [{ name: 'Robin Hill' }] },
      { list: 'except', of: 'person', names: [casey] },
    ],
  })
  await customerSays('By Casey')
  await customerSays('By Lee', { created_by_uuid: 'u9', created_by_name: 'Casey Jones' })
  const byLee = by({ full_name: 'Lee Wong' })
  await send({ ...subtaskEvent('subtask_completed', { name: 'Before' }), ...byLee })
  changeTask({ assignee_name: 'robin hill ' })
  const another = { uuid: '33333333-3333-4333-8333-333333333334', name: 'Robin’s' }
  await send({ ...subtaskEvent('subtask_completed', another), ...byLee })
  expect(said('By Casey')).toEqual([])
  expect(said('By Lee')).toHaveLength(1)
  expect(said('Before')).toHaveLength(1)
  expect(said('Robin’s')).toEqual([])
})

test('filters: modules and assignees speak of tasks and modules: what happens to the project passes them', async () => {
  const { send, said, change, changeTask } = await keeping({
    filters: [
      { list: 'only', of: 'module', names: [{ name: 'Handover' }] },
      { list: 'only', of: 'assignee', names: [{ name: 'Robin Hill' }] },
    ],
  })
  await send(moduleEvent('100', { name: 'Kickoff' }), moduleEvent('100', { uuid: 'm2', name: 'Handover' }))
  changeTask({ status: 'Completed' })
  await send(taskEvent('task_completed'))
  change({ project_state: 'Completed' })
  await send(projectEvent('project_completed'))
  expect(said('Kickoff')).toEqual([])
  expect(said('Handover')).toHaveLength(1)
  expect(said('Project completed')).toHaveLength(1)
})

test('filters kept of earlier settings: the acting person of an event is known by email address, else by name', async () => {
  const lee = { uuid: 'u3', email: 'lee@vendor.example', name: 'Lee Wong' }
  const { hook, idle, said, tracker } = await keeping({
    filters: [{ list: 'only', of: 'person', names: [lee] }],
  })
  tracker.users.push({ uuid: 'u7', full_name: 'Robin Hill', email_address: 'robin@globex.example' })
  const invite = async (uuid: string, name: string, facts: object) => {
    tracker.users.push({ uuid, full_name: name })
    const payload = { ...invitation().payload, invited_user: { uuid, full_name: name } }
    await hook(envelope('project_invitation', payload, facts))
    await idle()
  }
  await invite('a1', 'Anna', by({ email_address: 'LEE@vendor.example', full_name: 'Somebody' }))
  await invite('b1', 'Bert', by({ first_name: 'Lee', last_name: 'Wong' }))
  await invite('c1', 'Cora', by({ email_address: 'other@vendor.example', full_name: 'Lee Wong' }))
  await invite('d1', 'Dirk', { modified: null })
  expect(['Anna', 'Bert', 'Cora', 'Dirk'].map((words) => said(words).length)).toEqual([1, 1, 0, 0])
})

test('what was kept of earlier settings holds until its box is unchecked; short cards, comments whole', async () => {
  const { set, customerSays, said, threadOf, changeTask, send, opened, interaction, person, until, slack } =
    await keeping({ compact: true, filters: [{ list: 'except', of: 'person', names: [casey] }] })
  await customerSays('Not by Casey')
  const long = 'word '.repeat(500).trim()
  await customerSays(long, { created_by_uuid: 'u9', created_by_name: 'Lee Wong' })
  const { root } = threadOf('Kick-off call')
  expect(root?.text).not.toContain('Assigned to')
  expect(said(long)).toHaveLength(1)
  await send(subtaskEvent('subtask_completed', { action_response: 'The 15th' }))
  expect(said('The 15th')).toEqual([])
  await interaction({
    type: 'block_actions',
    ...person,
    trigger_id: 'T1',
    view: {
      id: 'V1',
      type: 'modal',
      callback_id: 'settings_dialog',
      private_metadata: settingsMetadataOf(channel),
      blocks: [],
      state: { values: {} },
    },
    container: { type: 'view', view_id: 'V1' },
    actions: [{ type: 'button', action_id: 'settings_more', block_id: 'b', action_ts: '1' }],
  })
  await until(() => expect(slack.made('views.update')).toHaveLength(1))
  expect(() => validateView(opened('views.update'))).not.toThrow()
  expect(JSON.stringify(opened('views.update'))).toMatch(
    /Never what these people did: Casey Jones[^]*Short cards, without form answers/,
  )
  await set({ preset: 'custom', kept: ['0'] })
  changeTask({ status: 'In review' })
  await send(taskEvent('task_updated'))
  expect(root?.text).toMatch(/In review[^]*Assigned to|Assigned to[^]*In review/)
  await customerSays('Still not by Casey')
  await set({ preset: 'custom', kept: [] })
  await customerSays('By Casey again')
  expect(['Not by Casey', 'Still not by Casey', 'By Casey again'].map((one) => said(one).length)).toEqual([
    0, 0, 1,
  ])
})

test('filters: what an old tracker does not tell is on no list, and may be internal', async () => {
  const { set, customerSays, said, changeTask, reasons } = await steering()
  changeTask({ module_name: undefined, assignee_name: undefined, is_internal: undefined })
  await set({ preset: 'custom', moduleList: 'except', modules: ['Kickoff'] })
  await customerSays('Nothing excludes it')
  await set({ preset: 'custom', moduleList: 'only', modules: ['Kickoff'] })
  await customerSays('Nothing includes it')
  await set({ preset: 'custom', modules: [], tasks: 'visible' })
  await customerSays('Perhaps internal')
  await set({ preset: 'custom', tasks: 'internal' })
  await customerSays('Perhaps not')
  expect(said('Nothing excludes it')).toHaveLength(1)
  expect(said('Nothing includes it')).toEqual([])
  expect(said('Perhaps internal')).toEqual([])
  expect(said('Perhaps not')).toEqual([])
  expect((await reasons()).at(-1)).toBe('left out by the channel’s filters: the task may be internal')
})

test('cards that stand there are kept up to date, whatever the channel receives', async () => {
  const { set, customerSays, threadOf, changeTask, send, slack, tracker, hook, idle } = await steering()
  const comment = await customerSays('Hello')
  await set({ preset: 'completed' })
  changeTask({ status: 'Completed', assignee_name: 'Robin Hill' })
  await send(taskEvent('task_completed'))
  const { root, lines } = threadOf('Kick-off call')
  expect(root?.text).toContain('Completed')
  expect(root?.text).toContain('Robin Hill')
  expect(lines).toHaveLength(1)
  tracker.comments.set(comment.uuid, { ...comment, message_plain: 'Hello, edited' })
  await hook(commentEvent(comment, 'comment_updated'))
  await idle()
  expect(slack.thread(root?.ts)).toEqual([expect.stringContaining('Hello, edited')])
  tracker.comments.delete(comment.uuid)
  await hook(commentEvent(comment, 'comment_deleted'))
  await idle()
  expect(slack.thread(root?.ts)).toEqual([expect.stringContaining('deleted')])
})

test.each(['sqlite', 'postgres'] as const)(
  'a comment that is not wanted as new is posted once when it is announced as a mention that is wanted (%s)',
  async (engine) => {
    const { command, customerSays, said, hook, idle } = await steering({ engine })
    await command(`subscribe "${project.name}" comment_mention`)
    const comment = await customerSays('@Dana, please look')
    expect(said('please look')).toEqual([])
    await hook(commentEvent(comment, 'comment_mention'))
    await hook(commentEvent(comment, 'comment_mention'))
    await hook(commentEvent(comment, 'comment_new'))
    await idle()
    expect(said('please look')).toHaveLength(1)
  },
)

test('filters only ever narrow: an internal task stays out of a shared channel', async () => {
  const { command, set, customerSays, changeTask, said, slack, opened, pressQuietly, until } = await steering(
    {
      shared: true,
    },
  )
  await command(`subscribe "${project.name}" all`)
  changeTask({ is_internal: true })
  await set({ preset: 'custom', tasks: 'internal' })
  await customerSays('Between us')
  await set({ preset: 'everything' })
  await customerSays('Between us, too')
  expect(said('Between us')).toEqual([])
  await pressQuietly('choose_preset', { option: 'custom' })
  await until(() => expect(slack.made('views.open')).toHaveLength(1))
  expect(JSON.stringify(opened())).not.toContain('Only internal tasks')
})

test('filters: modules are found by typing', async () => {
  const { customerSays, interaction, person } = await steering()
  await customerSays('A task of Kickoff')
  const response = await interaction({
    type: 'block_suggestion',
    ...person,
    action_id: 'settings_modules',
    block_id: 'settings_modules',
    value: 'kick',
    view: {
      id: 'V1',
      type: 'modal',
      callback_id: 'settings_dialog',
      private_metadata: settingsMetadataOf(channel),
    },
  })
  const { options } = (await response.json()) as { options: { value: string; text: { text: string } }[] }
  expect(options.map(({ text, value }) => `${text.text} = ${value}`)).toEqual([
    'Kickoff = Kickoff',
    'kick = kick',
  ])
})

test('filters: a task’s module is believed from its event where the tracker does not tell it', async () => {
  const { set, changeTask, send, said } = await steering()
  changeTask({ module_name: undefined, status: 'Completed' })
  await set({ preset: 'custom', moduleList: 'only', modules: ['Kickoff'] })
  await send(taskEvent('task_completed', { module_name: 'Kickoff', uuid: taskUuid }))
  expect(said('Kick-off call').length).toBeGreaterThan(0)
})
