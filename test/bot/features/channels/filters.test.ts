import { expect, test } from 'vitest'
import { moduleEvent } from '../../support/listening.ts'
import { channel, commentEvent, projectEvent, taskEvent, dana, envelope } from '../../support/running-bot.ts'
import { settingsMetadataOf } from '../../support/settings-values.ts'
import { project, taskUuid } from '../../support/stand-in-tracker.ts'
import { steering } from '../../support/steering.ts'
import { putMute, removeMute } from '../../../../src/bot/store/channel-settings.ts'
import { reconcile } from '../../../../src/bot/features/daily/reconcile.ts'
import { botThatCreates } from '../../support/creating.ts'
import { digesting, saturday } from '../../support/digesting.ts'

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

test('filters: modules concern tasks and modules: what happens to the project passes them', async () => {
  const { send, said, change, changeTask, set } = await steering()
  await set({ preset: 'custom', moduleList: 'only', modules: ['Handover'] })
  await send(moduleEvent('100', { name: 'Kickoff' }), moduleEvent('100', { uuid: 'm2', name: 'Handover' }))
  changeTask({ status: 'Completed' })
  await send(taskEvent('task_completed'))
  change({ project_state: 'Completed' })
  await send(projectEvent('project_completed'))
  expect(said('Module completed: Kickoff')).toEqual([])
  expect(said('Module completed: Handover')).toHaveLength(1)
  expect(said('Project completed')).toHaveLength(1)
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
  const all = ['Nothing excludes it', 'Nothing includes it', 'Perhaps internal', 'Perhaps not']
  expect(all.map((words) => said(words).length)).toEqual([1, 0, 0, 0])
  expect((await reasons()).at(-1)).toBe('left out by the channel’s filters: the task may be internal')
})

test('cards that stand there are kept up to date, whatever the channel receives', async () => {
  const { set, customerSays, threadOf, changeTask, send, slack, edits, deletes } = await steering()
  const comment = await customerSays('Hello')
  await set({ preset: 'completed' })
  changeTask({ status: 'Completed', assignee_name: 'Robin Hill' })
  await send(taskEvent('task_completed'))
  const { root, lines } = threadOf('Kick-off call')
  expect(root?.text).toContain('Completed')
  expect(root?.text).toContain('Robin Hill')
  expect(lines).toHaveLength(1)
  await edits(comment, 'Hello, edited')
  expect(slack.thread(root?.ts)).toEqual([expect.stringContaining('Hello, edited')])
  await deletes(comment)
  expect(slack.thread(root?.ts)).toEqual([expect.stringContaining('deleted')])
})

test('a comment that is not wanted as new is posted once when it is announced as a mention that is wanted', async () => {
  const { command, customerSays, said, hook, send } = await steering()
  await command(`subscribe "${project.name}" comment_mention`)
  const comment = await customerSays('@Dana, please look')
  expect(said('please look')).toEqual([])
  await hook(commentEvent(comment, 'comment_mention'))
  await send(commentEvent(comment, 'comment_mention'), commentEvent(comment, 'comment_new'))
  expect(said('please look')).toHaveLength(1)
})

test('filters only ever narrow: an internal task stays out of a shared channel', async () => {
  const running = await steering({ shared: true })
  const { command, set, customerSays, changeTask, said, viewIn, pressQuietly } = running
  await command(`subscribe "${project.name}" all`)
  changeTask({ is_internal: true })
  await set({ preset: 'custom', tasks: 'internal' })
  await customerSays('Between us')
  await set({ preset: 'everything' })
  await customerSays('Between us, too')
  expect(said('Between us')).toEqual([])
  await pressQuietly('choose_preset', { option: 'custom' })
  expect(JSON.stringify(await viewIn())).not.toContain('Only internal tasks')
})

test('filters: modules are found by typing', async () => {
  const { customerSays, suggests } = await steering()
  await customerSays('A task of Kickoff')
  const options = await suggests('settings_modules', 'kick', {
    type: 'modal',
    callback_id: 'settings_dialog',
    private_metadata: settingsMetadataOf(channel),
  })
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

test('why says what was left to the digest', async () => {
  const { set, customerSays, command, slack } = await digesting({ digest: undefined })
  await customerSays('Hello')
  await set({})
  await customerSays('For the digest')
  const root = slack.roots(channel).find(({ text }) => text.includes('Kick-off call'))
  const link = `https://slack.example/archives/${channel}/p${root?.ts.replace('.', '')}`
  expect((await command(`why ${link}`)).text).toMatch(
    /In the same thread, a new comment \([^]*\) was left to the digest, which is all that the channel receives/,
  )
})

test('why and status say what the filters left out', async () => {
  const { command, set, customerSays, threadOf } = await steering()
  await customerSays('Hello')
  await set({ preset: 'custom', moduleList: 'except', modules: ['Kickoff'] })
  await customerSays('Left out')
  const { root } = threadOf('Kick-off call')
  const link = `https://slack.example/archives/${channel}/p${root?.ts.replace('.', '')}`
  expect((await command(`why ${link}`)).text).toMatch(
    /In the same thread, a new comment \([^]*\) was left out by the channel’s filters: the module “Kickoff” is excluded/,
  )
  expect((await command('status')).text).toContain(
    'In the last day 1 message was left out by the channel’s filters: the module “Kickoff” is excluded.',
  )
})

test('filters: a digest names the tasks alone that the channel wants', async () => {
  const { addTask, completes, digestAt, set } = await digesting()
  const wanted = addTask('Wanted', { module_name: 'Kickoff' })
  const others = addTask('Of the handover', { module_name: 'Handover' })
  const internal = addTask('Between us', { is_internal: true })
  for (const uuid of [wanted, others, internal]) await completes(uuid)
  await set({ modules: { list: 'only', names: ['Kickoff'] }, tasks: 'visible' })
  const text = await digestAt(saturday)
  expect(text).toContain('1 task done')
  expect(text).toContain('Wanted')
  expect(text).not.toMatch(/Of the handover|Between us/)
})

test('a missed completion passes a mute under its divider, and is not found again', async () => {
  const { bot, database, change, said, reasons, idle } = await steering()
  const compare = async () => {
    await reconcile(bot.deps, { payload: { day: '2026-11-22' }, done: async () => undefined } as never)
    await idle()
  }
  change({ project_state: 'Completed', completed_date: '2099-01-01' })
  await database.transaction((tx) => putMute(tx, { channel, until: undefined, by: dana, at: 1 }))
  await compare()
  await database.transaction((tx) => removeMute(tx, channel))
  await compare()
  expect(said('Project completed')).toHaveLength(1)
  expect(said('The daily check found')).toHaveLength(1)
  expect(await reasons()).toEqual([])
})

test('a project that somebody in a muted channel asks for gets its card; its event brings no second one', async () => {
  const { hook, idle, database, preview, create, slack, tracker, until, command } = await botThatCreates()
  await command('subscribe account:Acme Corp')
  await database.transaction((tx) => putMute(tx, { channel, until: undefined, by: dana, at: 1 }))
  const { view } = await preview()
  await create(view)
  await until(() => expect(tracker.made).toHaveLength(1))
  const { uuid = '', name = '' } = tracker.made[0] ?? {}
  await hook(envelope('project_created', { project: { uuid, name } }))
  const cards = () => slack.roots(channel).filter(({ text }) => /^Project .*Globex – Rollout/.test(text))
  await expect.poll(() => idle().then(() => cards().length), { timeout: 10_000 }).toBe(1)
})
