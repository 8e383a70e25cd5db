import { withoutQuote } from '../../support/without-quote.ts'
import { expect, test } from 'vitest'
import {
  botWithThread,
  channel,
  projectEvent,
  runningBot,
  taskEvent,
  dana,
  withMore,
} from '../support/running-bot.ts'
import { project, taskUuid, task } from '../support/stand-in-tracker.ts'
import { engines, type EngineName } from '../../support/databases.ts'
import { digesting, saturday } from '../support/digesting.ts'
import { skipReasons } from '../support/rows/post-rows.ts'

const other = { ...project, uuid: '33333333-3333-4333-8333-333333333333', name: 'Globex – Rollout' }
const globex = { id: 'a2', name: 'Globex', logo_path: null }

test('an event that names another project than its task belongs to leads to no other channel', async () => {
  const { slack, tracker, command, send } = await botWithThread()
  tracker.projects.push({ ...other, account: globex })
  await command(`subscribe "${other.name}"`, { channel_id: 'C0GLOBEX' })
  const task = tracker.tasks.get(taskUuid)
  // As the interface shows a task: its project by name alone.
  if (task) Object.assign(task, { status: 'Completed', project: { name: project.name } })
  const event = taskEvent('task_completed')
  Object.assign(event.payload, { project_uuid: other.uuid, project_name: other.name })
  await send(event)
  expect(slack.messages.filter((message) => message.channel === 'C0GLOBEX')).toHaveLength(0)
  expect(slack.messages.filter((message) => message.channel === channel)).toHaveLength(3)
})

test('a project that moved to another account is spoken of in the channel of its new account alone', async () => {
  const { customerSays, slack, tracker, command, change } = await runningBot()
  tracker.addAccounts('Globex')
  await command('subscribe account:"Acme Corp"')
  await command('subscribe account:Globex', { channel_id: 'C0GLOBEX' })
  await customerSays('For Acme')
  expect(slack.messages.map((message) => message.channel)).toEqual([channel, channel])
  change({ account: globex })
  await customerSays('For Globex')
  expect(slack.messages.slice(2).map((message) => message.channel)).toEqual(['C0GLOBEX', 'C0GLOBEX'])
})

test('a project renamed while its event was on the way is found, and its subscription bears the new name', async () => {
  const { slack, command, change, send } = await runningBot()
  await command(`subscribe "${project.name}"`)
  change({ name: 'Acme (EMEA) & Co. 100 %', project_state: 'Completed' })
  await send(projectEvent('project_completed'))
  expect(slack.messages[0]?.text).toContain('Acme (EMEA) &amp; Co. 100 %')
  expect((await command('subscriptions')).text).toContain('Acme (EMEA) &amp; Co. 100 %')
})

test.each([
  ['the channel', false],
  ['a shared channel', true],
])('a tracker whose list carries legacy ids alone: events bear the uuid, and reach %s', async (_, shared) => {
  const { customerSays, slack, confirmed, change, send } = await runningBot()
  if (shared) slack.shared.add(channel)
  change({ uuid: undefined, id: '77' })
  await confirmed(`subscribe "${project.name}"`)
  await customerSays('Anybody?')
  await customerSays('Hello?')
  change({ project_state: 'Completed' })
  await send(projectEvent('project_completed'))
  const texts = slack.messages.map(({ text }) => withoutQuote(text))
  expect(texts.filter((text) => /Anybody|Hello/.test(text))).toEqual([
    'Casey Jones, Acme Corp: Anybody?',
    'Casey Jones, Acme Corp: Hello?',
  ])
  expect(texts.at(-1)).toContain('completed')
})

test('a project among more than two hundred namesakes is found', async () => {
  const { slack, tracker, command, send } = await runningBot()
  const many = Array.from({ length: 450 }, (_, n) => ({
    ...project,
    uuid: `44444444-4444-4444-8444-${String(n).padStart(12, '0')}`,
    name: `${project.name} ${n}`,
  }))
  await command(`subscribe "${project.name}"`)
  const all = [...many, { ...project, project_state: 'Completed' }]
  Object.assign(tracker.api, {
    listProjects: ({ offset = 0, limit = 50 }: { offset?: number; limit?: number }) =>
      Promise.resolve({ projects: all.slice(offset, offset + limit), pagination: { total: all.length } }),
  })
  await send(projectEvent('project_completed'))
  expect(slack.messages).toHaveLength(1)
})

const second = { ...project, uuid: '44444444-4444-4444-8444-444444444444', name: 'Acme Corp – Rollout' }
const secondTask = '55555555-5555-4555-8555-555555555555'

/** Acme's people read two of their projects in a channel. One of them then becomes Globex's. */
const movedProject = async (engine: EngineName, settings: object = { digest: undefined }) => {
  const running = await digesting(settings, { shared: true, engine })
  const { tracker, confirmed, slack, customerSays, change, changeTask, send } = running
  tracker.projects.push(second)
  const of = { project: { uuid: second.uuid, name: second.name } }
  tracker.tasks.set(secondTask, { ...task, uuid: secondTask, name: 'Map the fields', ...of })
  await confirmed(`subscribe "${second.name}" all`)
  await customerSays('From Acme')
  change({ account: globex })
  changeTask({ name: 'Cutover Babylon' })
  await send(taskEvent('task_updated', { name: 'Cutover Babylon' }))
  const texts = () => slack.messages.filter((one) => one.channel === channel).map(({ text }) => text)
  const saysInSecond = (text: string) =>
    customerSays(text, { associated_object_uuid: secondTask, parent_object_uuid: second.uuid })
  return withMore(running, { texts, saysInSecond })
}

const reason = 'left out: others read the channel, and the project’s account was not confirmed for them'

for (const engine of engines)
  test(`on ${engine}, what a project says after it moved to another customer is left out when it is decided, and why says so`, async () => {
    const world = await movedProject(engine)
    const { customerSays, texts, slack, command, confirmed, database } = world
    const before = texts()
    await customerSays('From Globex')
    expect(texts()).toEqual(before)
    expect(await skipReasons(database)).toEqual([reason])
    const card = slack.roots(channel).find(({ text }) => text.includes(task.name))
    const link = `https://vendor.slack.com/archives/${channel}/p${card?.ts.replace('.', '')}`
    expect((await command(`why ${link}`)).text).toContain(`was ${reason}`)
    await confirmed(`subscribe "${project.name}" all`)
    await customerSays('From Globex, as confirmed')
    expect(texts().at(-1)).toContain('From Globex, as confirmed')
  })

test('the digest of a shared channel goes on without a project that moved to another customer', async () => {
  const { customerSays, saysInSecond, digestAt } = await movedProject('sqlite', {})
  await customerSays('From Globex')
  await saysInSecond('From the second project')
  const digest = await digestAt(saturday)
  expect(digest).toContain(second.name)
  expect(digest).toContain('/portal/')
  expect(digest).not.toMatch(/Babylon|Standard Onboarding/)
})

for (const engine of engines)
  test(`on ${engine}, the daily check counts no completed project in a shared channel that moved to another customer`, async () => {
    const world = await movedProject(engine)
    const { tracker, clock, texts } = world
    const facts = { project_state: 'Completed', completed_date: '2026-11-20' }
    for (const one of tracker.projects) Object.assign(one, facts)
    clock.now = Date.parse('2026-11-21T03:00:00Z')
    await world.restart()
    await world.idle()
    expect(texts().filter((text) => text.includes('daily check'))).toEqual([
      expect.stringContaining('found 1 completed project '),
    ])
    expect(texts().filter((text) => text.startsWith('Project completed'))).toEqual([
      expect.stringContaining(second.name),
    ])
  })

test('who replies below the old card of a project that moved to another customer learns no new name of its task', async () => {
  const { slack, tracker, idle, writes, send } = await movedProject('sqlite')
  const card = slack.roots(channel).find(({ text }) => text.includes(task.name))
  tracker.tasks.delete(taskUuid)
  await send(taskEvent('task_deleted', { name: 'Cutover Babylon' }))
  await writes('Still there?', card?.ts)
  await idle()
  const told = slack.whispers(dana)
  expect(told.join()).toContain('deleted')
  expect(told.join()).not.toContain('Babylon')
})
