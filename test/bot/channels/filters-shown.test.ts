import { expect, test } from 'vitest'
import { noFilters, putChannelFilters } from '../../../src/bot/store/channels/channel-filters.ts'
import { putMute } from '../../../src/bot/store/channels/channel-mutes.ts'
import { reconcile } from '../../../src/bot/use-cases/upkeep/reconcile.ts'
import { botThatCreates, creating } from '../support/creating.ts'
import { digesting, saturday } from '../support/digesting.ts'
import { channel, dana, envelope } from '../support/running-bot.ts'
import { customer } from '../support/stand-in-tracker.ts'
import { steering } from '../support/steering.ts'

const casey = { uuid: customer, email: 'casey@acme.example', name: 'Casey Jones' }

test('filters: *Filters…* in the settings opens them on top; from elsewhere only for those in the channel', async () => {
  const { pressQuietly, onHome, slack, opened, told, until, bot } = await steering()
  const settings = { type: 'modal', callback_id: 'settings_dialog', private_metadata: channel, blocks: [] }
  await pressQuietly('open_filters', { value: channel }, { ...onHome, view: { id: 'V1', ...settings } })
  await until(() => expect(slack.made('views.push')).toHaveLength(1))
  expect(opened('views.push')).toMatchObject({ callback_id: 'filters_dialog' })
  slack.joined.set(dana, ['C0OTHER'])
  bot.deps.slack.forgetChannel(channel)
  await pressQuietly('open_filters', { value: channel }, onHome)
  await until(() => expect(told()).toEqual([expect.stringContaining('You are not in <#C0ACME>')]))
  expect(slack.made('views.open')).toEqual([])
})

test('why and status say what the filters left out', async () => {
  const { command, filter, customerSays, threadOf } = await steering()
  await customerSays('Hello')
  await filter({ exclude: { people: [casey] } })
  await customerSays('Left out')
  const { root } = threadOf('Kick-off call')
  const link = `https://slack.example/archives/${channel}/p${root?.ts.replace('.', '')}`
  expect((await command(`why ${link}`)).text).toMatch(
    /Of the same thread, \*?comment_new[^]*left out by the channel’s filters: the acting person “Casey Jones” is excluded/,
  )
  expect((await command('status')).text).toContain(
    'In the last day 1 message was left out by the channel’s filters: the acting person “Casey Jones” is excluded.',
  )
})

test('filters: a digest names the tasks alone that the channel wants', async () => {
  const { addTask, taskSays, digestAt, database } = await digesting()
  const wanted = addTask('Wanted', { module_name: 'Kickoff' })
  const others = addTask('Of the handover', { module_name: 'Handover' })
  const internal = addTask('Between us', { is_internal: true })
  for (const uuid of [wanted, others, internal]) {
    await taskSays('task_updated', uuid)
    await taskSays('task_completed', uuid)
  }
  const filters = {
    ...noFilters,
    include: { ...noFilters.include, modules: ['Kickoff'] },
    tasks: 'visible' as const,
  }
  await database.transaction((tx) => putChannelFilters(tx, channel, filters, { user: dana, at: 1 }))
  const text = await digestAt(saturday)
  expect(text).toContain('1 task done')
  expect(text).toContain('Wanted')
  expect(text).not.toMatch(/Of the handover|Between us/)
})

test('a missed completion that the channel does not want stays out, without a divider, and is not found again', async () => {
  const { bot, filter, change, said, reasons, idle, slack } = await steering()
  const compare = async () => {
    await reconcile(bot.deps)({ payload: { day: '2026-11-22' }, done: async () => undefined } as never)
    await idle()
  }
  change({ project_state: 'Completed', completed_date: '2099-01-01' })
  await filter({ exclude: { events: ['project_completed'] } })
  const before = slack.messages.length
  await compare()
  await filter({})
  await compare()
  expect(said('Project completed')).toEqual([])
  expect(slack.messages.length).toBe(before + 1)
  expect(await reasons()).toEqual([
    'left out by the channel’s filters: the event project completed is excluded',
  ])
})

test('a project that somebody in a muted channel asks for gets its card; its event brings no second one', async () => {
  const { hook, idle, database, signed, slack, tracker, until, command } = await botThatCreates()
  await command('subscribe account:Acme Corp')
  await database.transaction((tx) => putMute(tx, { channel, until: undefined, by: dana, at: 1 }))
  const { preview, create } = await creating({ signed, slack })
  const { view } = await preview()
  await create(view)
  await until(() => expect(tracker.made).toHaveLength(1))
  const { uuid = '', name = '' } = tracker.made[0] ?? {}
  await hook(envelope('project_created', { project: { uuid, name } }))
  const cards = () => slack.roots(channel).filter(({ text }) => /^Project .*Globex – Rollout/.test(text))
  await expect.poll(() => idle().then(() => cards().length), { timeout: 10_000 }).toBe(1)
})
