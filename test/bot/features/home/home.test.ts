import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { channel, dana, runningBot } from '../../support/running-bot.ts'
import { project } from '../../support/stand-in-tracker.ts'
import { homeWorkspace } from '../../../../src/bot/features/home/messages/home.ts'
import { manySubscriptions } from '../../support/rows/subscription-rows.ts'
import { by, onHome } from '../../support/acts.ts'

type Running = Awaited<ReturnType<typeof runningBot>>

const open = (running: Running, user: string = dana, tab = 'home') =>
  running.slackEvent({ type: 'app_home_opened', user, channel: 'D0DANA', tab, event_ts: '1.0' })

/** For whom a Home tab was published. */
const readers = ({ slack }: Running) => slack.made('views.publish').map(({ user_id: user }) => user)

/** The words of the newest Home tab, which is Dana's. */
const homeOf = async (running: Running, count = 1) => {
  const view = await running.viewIn('views.publish', count)
  expect(readers(running).at(-1)).toBe(dana)
  expect(view.type).toBe('home')
  return JSON.stringify(view)
}

/** *Channels and connection*. */
const openWorkspace = ({ presses }: Running) => presses('home_page', 'workspace', onHome)

test('the Home tab shows my active projects, and nobody else’s', async () => {
  const running = await runningBot()
  const others = { ...project.project_owner, email_address: 'lee@vendor.example' }
  running.tracker.projects.push(
    { ...project, uuid: randomUUID(), name: 'Theirs', project_owner: others },
    { ...project, uuid: randomUUID(), name: 'Long over', project_state: 'Completed' },
    { ...project, uuid: randomUUID(), name: 'Late one', due_date: '2025-11-01' },
  )
  expect((await open(running)).status).toBe(200)
  const view = await homeOf(running)
  expect(view).toContain('You own 2 active projects.')
  expect(view).toContain('Overdue: was due Nov 1, 2025')
  expect(view.indexOf('Late one')).toBeLessThan(view.indexOf(project.name))
  expect(view).toContain(project.internal_project_url)
  expect(view).not.toContain('Theirs')
  expect(view).not.toContain('Long over')
})

test("the Home tab shows the workspace's subscriptions by channel", async () => {
  const running = await runningBot()
  running.tracker.addAccounts('Globex')
  await openWorkspace(running)
  expect(await homeOf(running)).toContain('No channel is subscribed yet.')
  await running.command(`subscribe "${project.name}" comments`)
  await running.command('subscribe account:Globex', { channel_id: 'C0OTHER' })
  await openWorkspace(running)
  const view = await homeOf(running, 2)
  expect(view).toContain('2 channels of this workspace receive events.')
  expect(view).toContain(`"channel_id":"${channel}"`)
  expect(view).toContain('"channel_id":"C0OTHER"')
  expect(view).toContain('Globex')
})

test('the Home tab says what is not usable, and shows what it knows while the tracker is away', async () => {
  const running = await runningBot()
  await openWorkspace(running)
  expect(await homeOf(running)).toContain('Slack, the tracker and the database are working.')
  running.tracker.control.down = 'unreachable'
  await open(running)
  const view = await homeOf(running, 2)
  expect(view).toContain('Not working: the tracker can’t be reached.')
  expect(view).toContain('Your projects can’t be shown right now')
})

test('people of other organizations get no Home tab, and the Messages tab is no reason to make one', async () => {
  const running = await runningBot()
  await open(running, 'U0CASEY')
  await open(running, dana, 'messages')
  await open(running)
  await running.restart()
  expect(readers(running)).toEqual([dana])
})

test('a member who became a guest finds nothing of the workspace on the Home tab any more', async () => {
  const running = await runningBot()
  running.tracker.addAccounts('Globex')
  await running.command('subscribe account:Globex')
  await openWorkspace(running)
  expect(await homeOf(running)).toContain('Globex')
  await running.restart()
  const user = { id: dana, team_id: 'T1', is_restricted: true, profile: { real_name: 'Dana Smith' } }
  running.slack.answers('users.info', { body: { ok: true, user } })
  await open(running)
  const view = await homeOf(running, 2)
  expect(view).toContain('This tab is for members of the workspace.')
  expect(view).not.toContain('Globex')
})

test('somebody with hundreds of projects and channels gets a Home tab that Slack takes', async () => {
  const running = await runningBot()
  for (let n = 0; n < 150; n++)
    running.tracker.projects.push({ ...project, uuid: randomUUID(), name: '漢'.repeat(150) })
  await manySubscriptions(running.database, 100, '&'.repeat(150), dana)
  await open(running)
  const view = await homeOf(running)
  expect(view).toContain('You own 151 active projects.')
  await openWorkspace(running)
  expect(await homeOf(running, 2)).toContain('100 channels of this workspace')
})

test('the Home tab shows my tasks and what waits on me; the workspace is behind a button, until the tab is opened again', async () => {
  const running = await runningBot()
  const me = { uuid: 'u1', full_name: 'Dana Smith', email_address: 'dana@vendor.example' }
  running.tracker.users.push({ ...me, is_customer: false })
  await running.command(`subscribe "${project.name}"`)
  running.changeTask({ assignee_name: 'Dana Smith', due_date: '2025-11-01' })
  await running.customerSays('Can @Dana Smith decide?', { created_by_name: 'Casey Jones' })
  await open(running)
  const mine = await homeOf(running)
  expect(mine).toMatch(
    /Waits for us.*1 overdue for a reply.*Kick-off call.*was due.*Can @Dana Smith decide\?/,
  )
  expect(mine).not.toContain('Subscriptions')
  await openWorkspace(running)
  const workspace = await homeOf(running, 2)
  expect(workspace).toContain('1 channel of this workspace')
  expect(workspace).not.toContain('Kick-off call')
  await open(running)
  expect(await homeOf(running, 3)).toBe(mine)
})

test('the page that was asked for last stays, though the one before takes longer', async () => {
  const { slack, slackEvent, presses, until, restart } = await runningBot()
  const held = Promise.withResolvers<undefined>()
  let left = 1
  slack.fault.next = ({ method }) => (method === 'users.info' && left-- > 0 ? held.promise : undefined)
  await slackEvent({ type: 'app_home_opened', user: 'U0LEE', tab: 'home' })
  await until(() => expect(slack.made('users.info')).toHaveLength(1))
  await presses('home_page', 'workspace', { ...onHome, ...by('U0LEE') })
  await until(() => expect(slack.made('views.publish').length).toBeGreaterThan(0))
  held.resolve(undefined)
  // Waits for what is under way.
  await restart()
  expect(JSON.stringify(slack.made('views.publish').at(-1))).toContain('Back to my work')
})

test('thirty channels are all shown, because a view takes more than a message', () => {
  const channels = Array.from({ length: 30 }, (_, at) => ({
    channel: `C0CHANNEL${at}`,
    isMember: true,
    name: `customer-${at}`,
    subscriptions: [{ scope: 'project' as const, target: project.uuid, label: `Project ${at}`, events: [] }],
  }))
  const { blocks } = homeWorkspace({
    channels,
    mentions: true,
    yourDay: true,
    replyDue: { days: 1, canChange: false },
    reasons: [],
  })
  const shown = JSON.stringify(blocks)
  expect(channels.filter(({ channel: id }) => !shown.includes(id))).toEqual([])
  expect(blocks.length).toBeLessThanOrEqual(100)
})
