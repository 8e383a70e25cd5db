import { expect, onTestFinished, test } from 'vitest'
import { engines } from '../../../support/databases.ts'
import { validateView } from '../../../support/slack-limits.ts'
import { inputOf, wordsOf } from '../../support/creating.ts'
import { botThatMakesChannels, lee } from '../../support/making-channels.ts'
import { valueOf, buttonOf, type Answered } from '../../support/pressing.ts'
import { channel, dana, projectEvent, startNode } from '../../support/running-bot.ts'
import { project } from '../../support/stand-in-tracker.ts'
import { by } from '../../support/acts.ts'

const taken = { body: { ok: true, channels: [{ id: 'C1', name: 'onb-acme-corp' }] } }

test('Create a channel proposes a free name by the rule, and the tracker’s team as far as it is matched', async () => {
  const bot = await botThatMakesChannels()
  bot.slack.answers('conversations.list', taken)
  Object.assign([...bot.tracker.tasks.values()][0] ?? {}, { assignee_name: 'Sam Reed' })
  const card = await bot.command(`project ${project.uuid}`)
  const { action, value } = buttonOf(card, 'Create a channel')
  const view = await bot.opens(action, value)
  validateView(view)
  expect(inputOf(view, 'channel_name')).toMatchObject({ initial_value: 'onb-acme-corp-2' })
  expect(inputOf(view, 'channel_people')).toMatchObject({ initial_users: [dana] })
  expect(inputOf(view, 'channel_kind')).toMatchObject({
    options: [{ value: 'public' }, { value: 'private' }],
  })
})

test('Create makes the channel with its people, topic, subscription, and pinned card, and the person hears it', async () => {
  const bot = await botThatMakesChannels()
  expect(await bot.wantsOne({ kind: 'private' })).toEqual({})
  await bot.idle()
  const [made] = bot.slack.own
  expect(made).toMatchObject({
    name: 'onb-acme-corp',
    is_private: true,
    topic: `Acme Corp · Nov 1, 2026 to Dec 31, 2026 · ${project.portal_project_url}`,
  })
  expect(made?.members.slice(1)).toEqual([dana, lee])
  const [card] = bot.slack.roots('C0NEW1')
  expect(card?.text).toContain(`Project <${project.internal_project_url}|${project.name}>`)
  expect(bot.slack.made('pins.add')).toMatchObject([{ channel: 'C0NEW1', timestamp: card?.ts }])
  expect(bot.told()).toEqual([
    `<#C0NEW1> is ready. It’s subscribed to ${project.name}, and has the project’s card.`,
  ])
  expect((await bot.command('subscriptions', { channel_id: 'C0NEW1' })).text).toContain(project.name)
  const answer = await bot.press('make_channel', project.uuid)
  expect(answer.text).toBe('The project has a channel already: <#C0NEW1>.')
})

test('however often it is pressed, by two people and on two nodes of one PostgreSQL, there is one channel', async () => {
  const bot = await botThatMakesChannels({ engine: 'postgres' })
  const { bot: second, close } = await startNode(bot)
  onTestFinished(close)
  const theirs = bot.wantsOne({ name: 'onb-acme-2' }, by(lee))
  const answers = await Promise.all([bot.wantsOne(), bot.wantsOne(), theirs])
  await bot.idle()
  await second.lanes.idle()
  expect(answers.filter(({ view }) => view && wordsOf(view).includes('already'))).toHaveLength(2)
  await bot.wants({ name: 'onb-acme-3' })
  expect(bot.asked()).toBe(1)
  expect(bot.slack.own).toHaveLength(1)
})

test('Create a channel leaves the project’s posted cards when it has one, and comes back when that is archived', async () => {
  const bot = await botThatMakesChannels()
  await bot.command(`subscribe "${project.name}"`)
  await bot.send(projectEvent('project_created'))
  const card = () => JSON.stringify(bot.slack.roots(channel).find(({ text }) => text.startsWith('Project')))
  expect(card()).toContain('make_channel')
  const own = await bot.made()
  expect(card()).not.toContain('make_channel')
  own.archived = true
  bot.bot.deps.slack.forgetChannel(own.id)
  await bot.send(projectEvent('project_updated'))
  expect(card()).toContain('make_channel')
})

test('a channel that was archived may be followed by another', async () => {
  const bot = await botThatMakesChannels()
  const first = await bot.made()
  first.archived = true
  bot.bot.deps.slack.forgetChannel(first.id)
  await bot.wants({ name: 'onb-acme-again' })
  expect(bot.slack.own.map(({ name }) => name)).toEqual(['onb-acme-corp', 'onb-acme-again'])
})

test('a name that the app sees is taken is refused under its input, with one that is free', async () => {
  const bot = await botThatMakesChannels()
  bot.slack.answers('conversations.list', taken)
  expect(await bot.wantsOne()).toEqual({
    response_action: 'errors',
    errors: { channel_name: '#onb-acme-corp exists already. #onb-acme-corp-2 is free.' },
  })
  expect((await bot.wantsOne({ name: 'Onb Acme' })).errors).toEqual({
    channel_name: 'Use lowercase letters, numbers, hyphens, and underscores only.',
  })
  await bot.idle()
  expect(bot.asked()).toBe(0)
})

test('a name that only Slack knows is taken: the person hears it, and is offered the next one', async () => {
  const bot = await botThatMakesChannels()
  bot.slack.refuses({ method: 'conversations.create', name: 'onb-acme-corp' }, 'name_taken')
  await bot.wants()
  const refusal = bot.slack.ephemerals(dana).at(-1) as unknown as Answered
  expect(refusal.text).toBe(
    'The channel #onb-acme-corp wasn’t created. A channel has this name already; it may be private or archived. Try another name.',
  )
  const { action, value } = buttonOf(refusal, 'Choose another name')
  const view = await bot.opens(action, value)
  expect(inputOf(view, 'channel_name')).toMatchObject({ initial_value: 'onb-acme-corp-2' })
  await bot.wants({ name: 'onb-acme-corp-2' })
  expect(bot.slack.own.map(({ name }) => name)).toEqual(['onb-acme-corp-2'])
})

test('what Slack refuses on the way is told by its step, and the rest is done', async () => {
  const bot = await botThatMakesChannels()
  const errors: Record<string, string> = {
    'conversations.setTopic': 'restricted_action',
    'pins.add': 'missing_scope',
  }
  bot.slack.fault.next = ({ method, args }) => {
    const error = args['users'] === 'U0GUEST' ? 'ura_max_channels' : errors[method]
    return error === undefined ? undefined : { body: { ok: false, error } }
  }
  await bot.wants({ people: [lee, 'U0GUEST'] })
  expect(bot.told().at(-1)?.split('\n').slice(1)).toEqual([
    'Gil Guest wasn’t added: This guest can be in one channel only.',
    'Its topic wasn’t set: A setting of the workspace doesn’t allow it. Ask a workspace admin to change it.',
    'The card isn’t pinned: The app lacks the permission. Ask a workspace admin to install it again and allow it.',
  ])
  expect(bot.slack.own[0]?.members).toContain(lee)
  expect(bot.slack.roots('C0NEW1')).toHaveLength(1)
})

test('a step without an answer is repeated with those before it, and the person is told once', async () => {
  const bot = await botThatMakesChannels()
  bot.slack.answers('conversations.setTopic', { status: 500, lost: true }, 1)
  await bot.wantsOne()
  await bot.until(() => expect(bot.told().at(-1)).toContain('is ready.'))
  await bot.idle()
  expect(bot.slack.own[0]?.members).toEqual(['U0BOT', dana, lee])
  expect(bot.slack.roots('C0NEW1')).toHaveLength(1)
  expect(bot.told().filter((text) => text.includes('is ready.'))).toHaveLength(1)
})

test('a channel with a guest gets the project once its person confirmed that, and nothing internal', async () => {
  const bot = await botThatMakesChannels()
  bot.slack.guests.add('C0NEW1')
  await bot.wants({ people: ['U0GUEST'] })
  expect(bot.told().join()).not.toContain('It’s subscribed')
  expect(bot.told().at(-1)).toContain(`Guests read <#C0NEW1>. Subscribe it to ${project.name} (Acme Corp)?`)
  expect(bot.slack.made('conversations.setTopic')).toEqual([])
  expect(bot.slack.messages.filter((one) => one.channel === 'C0NEW1')).toEqual([])
  const question = bot.slack.calls.findLast(({ args }) => JSON.stringify(args).includes('confirm_subscribe'))
  await bot.presses('confirm_subscribe', valueOf(question?.args, 'confirm_subscribe'))
  const roots = () => bot.slack.roots('C0NEW1').map(({ text }) => text)
  await bot.until(() => expect(roots().join()).toContain('subscribed this channel to'))
  await bot.customerSays('Welcome')
  const there = bot.slack.messages.filter((one) => one.channel === 'C0NEW1').map(({ text }) => text)
  expect(there).toContainEqual(expect.stringContaining('Welcome'))
  expect(there.join()).not.toContain(project.internal_project_url)
})

for (const engine of engines)
  test(`on ${engine}, a process that dies while Slack creates the channel finds it on its return, and makes no second`, async () => {
    const bot = await botThatMakesChannels({ engine, laneOptions: { graceMs: 50 } })
    bot.slack.answers('conversations.create', { behind: true, holdMs: 300 })
    await bot.wantsOne()
    await bot.until(() => expect(bot.asked()).toBe(1))
    await bot.restart()
    bot.slack.fault.next = undefined
    await bot.until(() => expect(bot.told().at(-1)).toContain('<#C0NEW1> is ready.'))
    expect(bot.slack.own).toHaveLength(1)
  })

test('while Slack’s rate limit makes the channel wait, the person hears once that it is being created', async () => {
  const bot = await botThatMakesChannels()
  bot.slack.answers('conversations.create', { status: 429, headers: { 'retry-after': '1' }, body: {} }, 1)
  await bot.wantsOne()
  await bot.until(() => expect(bot.told().at(-1)).toContain('is ready.'))
  expect(bot.told()).toEqual([
    'The channel #onb-acme-corp is being created. You’ll hear when it’s ready.',
    expect.stringContaining('is ready.'),
  ])
})
