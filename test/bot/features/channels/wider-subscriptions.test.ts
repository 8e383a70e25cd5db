import { withoutQuote } from '../../../support/without-quote.ts'
import { expect, test } from 'vitest'
import { putChannelSettings, defaultSettings } from '../../../../src/bot/store/channel-settings.ts'
import { channel, dana, type RunningTestBot, runningBot } from '../../support/running-bot.ts'
import { customer, project, task, taskUuid } from '../../support/stand-in-tracker.ts'

const ofGlobex = {
  ...project,
  uuid: '33333333-3333-4333-8333-333333333333',
  name: 'Globex – Rollout',
  account: { id: 'a2', name: 'Globex', logo_path: null },
}
const second = {
  ...project,
  uuid: '44444444-4444-4444-8444-444444444444',
  name: 'Acme Corp – Second Site',
}

/** A tracker with two projects of Acme and one of Globex. */
const threeProjects = async () => {
  const running = await runningBot()
  running.tracker.projects.push(ofGlobex, second)
  return running
}

/** The bot hears of a task of this name in the project. */
const seen = async ({ customerSays, tracker }: RunningTestBot, of: typeof project, uuid: string) => {
  tracker.tasks.set(uuid, { ...task, uuid, project: { uuid: of.uuid, name: of.name } })
  const facts = { associated_object_uuid: uuid, parent_object_uuid: of.uuid }
  await customerSays('Hello', facts)
}

test('without a name, the projects that the channel receives by its account are shown, and shared', async () => {
  const running = await threeProjects()
  const { confirmed, press, pressIn } = running
  await confirmed('subscribe account:Acme Corp')
  const answer = await press('choose', 'project')
  expect(answer.text).toMatch(/^2 projects of this channel\n[^]*Standard Onboarding[^]*Second Site/)
  expect(answer.text).not.toContain('Globex')
  const shared = await pressIn(answer, 'Share to channel')
  expect(shared.response_type).toBe('in_channel')
  expect(shared.text).toContain('2 projects of this channel')
})

test('in a shared channel only what it is subscribed to is shared, whoever presses', async () => {
  const running = await threeProjects()
  const { confirmed, slack, press } = running
  slack.shared.add(channel)
  await confirmed('subscribe account:Acme Corp')
  await seen(running, project, taskUuid)
  const share = (look: string) => press('share_to_channel', look)
  for (const look of ['projects', 'playbooks', `project ${ofGlobex.uuid}`]) {
    const answer = await share(look)
    expect(answer.response_type, look).toBe('ephemeral')
    expect(answer.text).toContain('only what it’s subscribed to can be shared here')
  }
  for (const look of ['project', `project ${project.uuid}`, `task ${taskUuid}`])
    expect((await share(look)).response_type, look).toBe('in_channel')
})

test('more projects of a channel than one page holds follow on Show more, and no others', async () => {
  const running = await runningBot()
  const { command, tracker, press, pressIn } = running
  const uuidOf = (n: number) => `55555555-5555-4555-8555-${String(n).padStart(12, '0')}`
  for (let n = 0; n < 12; n++)
    tracker.projects.push({ ...project, uuid: uuidOf(n), name: `Acme site ${String(n).padStart(2, '0')}` })
  tracker.projects.push(ofGlobex)
  await command('subscribe account:Acme Corp')
  const first = await press('choose', 'project')
  expect(first.text).toContain('10 of 13 shown.')
  const rest = await pressIn(first, 'Show more')
  expect(rest.text).toContain('Acme site 11')
  expect(rest.text).not.toContain('Globex')
})

test('without a name, a channel that receives an account is asked which of its projects', async () => {
  const { command } = await threeProjects()
  await command('subscribe account:Acme Corp')
  expect((await command('fields')).text).toMatchInlineSnapshot(`
    "Which project of this channel?
    1. Acme Corp – Standard Onboarding · Acme Corp · Active · Dana Smith
    2. Acme Corp – Second Site · Acme Corp · Active · Dana Smith"
  `)
  await command('subscribe account:Globex', { channel_id: 'C0OTHER' })
  expect((await command('fields', { channel_id: 'C0OTHER' })).text).toContain('|Globex – Rollout>')
})

test('a text finds the tasks of an account’s projects; those of one name are told apart by their project', async () => {
  const running = await threeProjects()
  const { command } = running
  await command('subscribe account:Acme Corp')
  await seen(running, project, taskUuid)
  expect((await command('task kick-off')).text).toContain('Acme Corp – Standard Onboarding')
  await seen(running, second, '66666666-6666-4666-8666-666666666666')
  await seen(running, ofGlobex, '77777777-7777-4777-8777-777777777777')
  expect((await command('task kick-off')).text).toMatchInlineSnapshot(`
    "2 tasks match “kick-off”. Which one?
    1. Kick-off call · Acme Corp – Second Site
    2. Kick-off call · Acme Corp – Standard Onboarding"
  `)
})

test('why names the subscriptions that brought a message, not those to another account', async () => {
  const running = await threeProjects()
  const { command, slack } = running
  await command('subscribe account:Globex')
  await command('subscribe account:Acme Corp')
  await seen(running, project, taskUuid)
  const line = slack.messages.find(({ text }) => withoutQuote(text).includes('Hello'))
  const link = `https://vendor.slack.com/archives/${channel}/p${line?.ts.replace('.', '')}`
  expect((await command(`why ${link}`)).text).toContain('through its subscription to Acme Corp.')
})

test('what still brings a project’s updates is named, an account too', async () => {
  const { command } = await threeProjects()
  await command('subscribe account:Acme Corp')
  await command(`subscribe "${project.name}"`)
  expect((await command(`unsubscribe "${project.name}"`)).text).toContain(
    'Its updates still arrive through the subscription to the account Acme Corp.',
  )
})

test('an account is found by its projects or its customers, whatever its case', async () => {
  const { command, tracker } = await threeProjects()
  tracker.users.push({ uuid: customer, full_name: 'Kim', is_customer: true, customer_name: 'Initech' })
  for (const [typed, own] of [
    ['globex', 'Globex'],
    ['initech', 'Initech'],
  ]) {
    const { text } = await command(`subscribe account:${typed}`)
    expect(text).toContain(`the account ${own}.`)
  }
})

test('what is said of replies is what the channel’s settings say', async () => {
  const { command, database } = await threeProjects()
  expect((await command('subscribe all')).text).toContain('become comments')
  await database.transaction((tx) =>
    putChannelSettings(tx, channel, { ...defaultSettings, replies: 'one-way' }, { user: dana, at: 1 }),
  )
  expect((await command('subscribe all')).text).toContain('Replies stay in Slack')
})
