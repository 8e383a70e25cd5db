import { expect, test } from 'vitest'
import { reportFacts } from '../../../src/bot/use-cases/digests/report-facts.ts'
import { plainly } from '../../support/plain-report.ts'
import { expected, projects, reportNow } from '../../support/report-fixture.ts'
import { fillBot, reportRows } from '../../support/report-rows.ts'
import { skipReasons } from '../support/ledger-rows.ts'
import { reported } from '../support/reported.ts'
import { channel, projectEvent, runningBot } from '../support/running-bot.ts'
import { project } from '../support/stand-in-tracker.ts'

const here = { channel, shared: false, readersUnknown: false }

test.each(['sqlite', 'postgres'] as const)(
  'a report counts what docs/reports.md says, on %s',
  async (engine) => {
    const { bot } = await reported({ engine })
    const { onPlan, ...facts } = await reportFacts(bot.deps, here)
    const { onTime, ...same } = expected
    expect(facts).toMatchObject(same)
    expect(onPlan).toEqual({ onTime, of: expected.completed })
  },
)

test.each(['sqlite', 'postgres'] as const)(
  'a report counts of many rows what counting them one by one does, on %s',
  async (engine) => {
    const rows = reportRows(200, reportNow)
    const { bot, database, tracker } = await runningBot({ engine, now: () => reportNow })
    const accounts = new Map<string, string>(rows.account.map(({ uuid, name }) => [uuid, name]))
    tracker.projects.splice(0)
    for (const { uuid, state, account_uuid: account } of rows.project)
      tracker.projects.push({
        ...project,
        uuid,
        project_state: state,
        account: { ...project.account, name: accounts.get(account) ?? '' },
      })
    for (const row of rows.person)
      tracker.users.push({
        uuid: row.uuid,
        full_name: `${row.first_name} ${row.last_name}`,
        is_customer: row.role === 'Customer',
        is_active: row.is_active === 1,
      })
    await fillBot(database, rows, reportNow)
    const { waiting, answered } = await reportFacts(bot.deps, here)
    expect({ waiting, answered }).toEqual(plainly(rows, reportNow, () => true))
  },
)

test('a tracker that lists no dates of completion: those of the announcements count', async () => {
  const { bot, tracker, hook, command, idle, clock } = await reported()
  const listed = tracker.projects.find(({ uuid }) => uuid === projects.running.uuid)
  await command(`subscribe ${projects.running.uuid} all`)
  Object.assign(listed ?? {}, { project_state: 'Completed', completed_date: null })
  for (const date of ['2026-11-16', '2026-11-18']) {
    const told = { uuid: projects.running.uuid, completed_date: date }
    await hook({ ...projectEvent('project_completed', told), timestamp: `${date}T12:00:00Z` })
    await idle()
  }
  const november = (await reportFacts(bot.deps, here)).months.at(-1)
  expect(november).toMatchObject({ month: '2026-11', projects: 3, actual: 63 })
  clock.now += 365 * 86_400_000
  expect((await reportFacts(bot.deps, here)).months).toEqual([])
})

test('a report where outsiders read counts only what the channel receives, and nothing internal', async () => {
  const { bot, command, slack } = await reported()
  slack.shared.add(channel)
  await command(`subscribe ${projects.late.uuid} all`)
  const facts = await reportFacts(bot.deps, { ...here, shared: true })
  expect(facts).toMatchObject({
    ofChannel: true,
    running: 1,
    completed: 0,
    waiting: [{ account: 'Globex', tasks: 1 }],
    overdue: [{ owner: 'Lee Wong', projects: 1 }],
    answered: { inADay: 0, of: 1 },
  })
})

test('/onboard report says all of it in its text alone', async () => {
  const { command } = await reported()
  expect((await command('report')).text).toMatchInlineSnapshot(`
    "Report, <!date^1795176000^{date_short_pretty} {time}|Nov 20, 2026, 12:00 UTC>
    3 active projects · 4 completed in six months · 3 of 4 on time
    Time to value, by month of completion
    • Aug 2026: 40 days (planned 40), 2 projects
    • Nov 2026: 55 days (planned 53), 2 projects
    Waiting on the customer
    • Acme Corp: 2 tasks since Nov 2, 2026
    • Globex: 1 task since Oct 31, 2026
    Overdue projects, by owner
    • Lee Wong: 2 projects, up to 10 days
    33% of customers’ comments answered within a day (1 of 3 in the last 30 days)
    All projects in the tracker. Counts only tasks and comments that the app knows of."
  `)
})

const monday = Date.parse('2026-11-23T09:00:00Z')
const week = 7 * 86_400_000
const typesOf = (message: unknown) =>
  (message as { blocks: { type: string }[] }).blocks.map(({ type }) => type)
const hasChart = ({ args }: { args: Record<string, unknown> }) =>
  JSON.stringify(args['blocks']).includes('data_visualization')

const weekly = async (...given: Parameters<typeof reported>) => {
  const running = await reported(...given)
  const { slack, clock, idle } = running
  const reports = () => slack.roots(channel).filter(({ text }) => text.includes('Weekly report'))
  const pass = async (to: number) => {
    clock.now = to
    await idle()
  }
  return { ...running, reports, pass }
}

test('report weekly: every Monday in the channel, until it is turned off; once, however late', async () => {
  const { command, reports, pass, clock, restart, until } = await weekly()
  expect((await command('report weekly')).text).toContain('every Monday at 09:00 (UTC)')
  await pass(monday - 1)
  expect(reports()).toEqual([])
  await pass(monday)
  await until(() => expect(reports()).toHaveLength(1))
  expect(typesOf(reports()[0]).filter((type) => type === 'data_visualization')).toHaveLength(2)
  // Every node is down for two weeks and a day.
  clock.now = monday + 3 * week - 86_400_000
  await restart()
  await until(() => expect(reports()).toHaveLength(2))
  await pass(monday + 3 * week)
  await until(() => expect(reports()).toHaveLength(3))
  expect((await command('report off')).text).toContain('no longer')
  await pass(monday + 5 * week)
  expect(reports()).toHaveLength(3)
})

test('report weekly me: to the person; nobody else can turn it on in a channel they are not in', async () => {
  const { command, slack, pass, until } = await weekly()
  slack.joined.set('U0LEE', [])
  await command('report weekly me', { user_id: 'U0LEE' })
  const refused = await command('report weekly', { channel_id: 'C0OTHER', user_id: 'U0GUEST' })
  expect(refused.text).not.toContain('every Monday')
  await pass(monday)
  await until(() =>
    expect(slack.made('chat.postMessage').filter((args) => args['channel'] === 'U0LEE')).toHaveLength(1),
  )
})

test('a report that was counted for the team is not posted in a channel that became shared', async () => {
  const { command, slack, reports, pass, bot } = await weekly()
  await command('report weekly')
  // Between counting and posting.
  slack.fault.next = ({ method }) => (method === 'chat.postMessage' ? { status: 503 } : undefined)
  await pass(monday)
  slack.shared.add(channel)
  bot.deps.slack.forgetChannel(channel)
  slack.fault.next = undefined
  await pass(monday + 3_600_000)
  expect(reports()).toEqual([])
})

test('a report that waited is not posted once a shared channel unsubscribed from something in it', async () => {
  const { command, slack, reports, pass, database, clock, until } = await weekly()
  slack.shared.add(channel)
  await command('subscribe all')
  await command('report weekly')
  slack.fault.next = ({ method }) => (method === 'chat.postMessage' ? { status: 503 } : undefined)
  const tried = slack.made('chat.postMessage').length
  await pass(monday)
  await until(() => expect(slack.made('chat.postMessage').length).toBeGreaterThan(tried))
  await command('unsubscribe all')
  slack.fault.next = undefined
  const reasons = () => pass(clock.now + 60_000).then(() => skipReasons(database))
  await expect.poll(reasons).toEqual(['the channel unsubscribed after the report was made'])
  expect(reports()).toEqual([])
})

test('a Slack that refuses charts gets bars of characters, and is not asked again', async () => {
  const { command, slack, reports, pass, until } = await weekly()
  slack.fault.next = (call) =>
    call.method === 'chat.postMessage' && hasChart(call)
      ? { body: { ok: false, error: 'invalid_blocks' } }
      : undefined
  await command('report weekly')
  await pass(monday)
  await until(() => expect(reports()).toHaveLength(1))
  const charts = () =>
    slack.calls.filter((call) => call.method === 'chat.postMessage' && hasChart(call)).length
  expect(charts()).toBe(1)
  expect(JSON.stringify((reports()[0] as unknown as { blocks: object[] }).blocks)).toMatch(/Actual .*█ 55/)
  await pass(monday + week)
  await until(() => expect(reports()).toHaveLength(2))
  expect(charts(), 'it remembers').toBe(1)
  expect(typesOf(await command('report'))).not.toContain('data_visualization')
  await pass(monday + 6 * week)
  await until(() => expect(charts(), 'it asks again after a month').toBe(2))
})
