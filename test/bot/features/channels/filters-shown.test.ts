import { expect, test } from 'vitest'
import { putMute, removeMute } from '../../../../src/bot/store/channel-settings.ts'
import { reconcile } from '../../../../src/bot/features/daily/reconcile.ts'
import { botThatCreates } from '../../support/creating.ts'
import { digesting, saturday } from '../../support/digesting.ts'
import { channel, dana, envelope } from '../../support/running-bot.ts'
import { steering } from '../../support/steering.ts'

test('why says what was left to the digest', async () => {
  const { set, customerSays, command, slack } = await digesting({ digest: undefined })
  await customerSays('Hello')
  await set({})
  await customerSays('For the digest')
  const root = slack.roots(channel).find(({ text }) => text.includes('Kick-off call'))
  const link = `https://slack.example/archives/${channel}/p${root?.ts.replace('.', '')}`
  expect((await command(`why ${link}`)).text).toMatch(
    /In the same thread, \*?comment_new\*? \([^]*\) was left to the digest, which is all that the channel receives/,
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
    /In the same thread, \*?comment_new\*? \([^]*\) was left out by the channel’s filters: the module “Kickoff” is excluded/,
  )
  expect((await command('status')).text).toContain(
    'In the last day 1 message was left out by the channel’s filters: the module “Kickoff” is excluded.',
  )
})

test('filters: a digest names the tasks alone that the channel wants', async () => {
  const { addTask, taskSays, digestAt, set } = await digesting()
  const wanted = addTask('Wanted', { module_name: 'Kickoff' })
  const others = addTask('Of the handover', { module_name: 'Handover' })
  const internal = addTask('Between us', { is_internal: true })
  for (const uuid of [wanted, others, internal]) {
    await taskSays('task_updated', uuid)
    await taskSays('task_completed', uuid)
  }
  await set({ modules: { list: 'only', names: ['Kickoff'] }, tasks: 'visible' })
  const text = await digestAt(saturday)
  expect(text).toContain('1 task done')
  expect(text).toContain('Wanted')
  expect(text).not.toMatch(/Of the handover|Between us/)
})

test('a missed completion that the channel does not want stays out, without a divider, and is not found again', async () => {
  const { bot, database, change, said, reasons, idle, slack } = await steering()
  const compare = async () => {
    await reconcile(bot.deps, { payload: { day: '2026-11-22' }, done: async () => undefined } as never)
    await idle()
  }
  change({ project_state: 'Completed', completed_date: '2099-01-01' })
  await database.transaction((tx) => putMute(tx, { channel, until: undefined, by: dana, at: 1 }))
  const before = slack.messages.length
  await compare()
  await database.transaction((tx) => removeMute(tx, channel))
  await compare()
  expect(said('Project completed')).toEqual([])
  expect(slack.messages.length).toBe(before)
  expect(await reasons()).toEqual(['left out: the channel was muted'])
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
