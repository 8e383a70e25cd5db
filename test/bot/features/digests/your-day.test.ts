import { expect, test } from 'vitest'
import { actions } from '../../../../src/bot/kit/ids.ts'
import { digesting, saturday } from '../../support/digesting.ts'
import { commentEvent, dana, withMore } from '../../support/running-bot.ts'
import { project, taskUuid } from '../../support/stand-in-tracker.ts'
import { onHome } from '../../support/acts.ts'

const day = 86_400_000
const berlin = 'Europe/Berlin'
const email = 'dana@vendor.example'

/** Dana, known to the tracker by her address. */
const withDana = async (timeZone = berlin) => {
  const running = await digesting()
  const { slack, tracker, presses, clock, idle, until } = running
  const me = {
    id: dana,
    team_id: 'T1',
    is_admin: true,
    tz: timeZone,
    profile: { real_name: 'Dana S.', email },
  }
  slack.fault.next = ({ method, args }) =>
    (method === 'users.info' && args['user'] === dana) ||
    (method === 'users.lookupByEmail' && args['email'] === email)
      ? { body: { ok: true, user: me } }
      : undefined
  Object.assign(tracker.users.find(({ full_name: name }) => name === 'Dana Smith') ?? {}, {
    email_address: email,
  })
  // Forgets what Slack said of her before.
  await running.restart()
  const turn = (value: 'on' | 'off') => presses(actions.homeYourDay, value, onHome)
  const direct = () =>
    slack
      .made('chat.postMessage')
      .filter((args) => args['channel'] === dana)
      .map(({ text }) => String(text))
  const at = async (to: number) => {
    clock.now = to
    await idle()
  }
  const toldAt = async (to: number, times: number) => {
    await at(to)
    await until(() => expect(direct()).toHaveLength(times))
  }
  const shown = (words: string) =>
    until(() => expect(JSON.stringify(slack.made('views.publish').at(-1))).toContain(words))
  const turnOn = async () => {
    await turn('on')
    await shown('Every morning at 09:00')
  }
  const moveTo = async (to: string) => {
    me.tz = to
    await running.restart()
  }
  return withMore(running, { moveTo, turn, turnOn, direct, at, toldAt, shown })
}

test('your day, on the Home tab: what is overdue, assigned, asked and waited for, at nine where the person is', async () => {
  const { turnOn, addTask, taskSays, customerSays, tracker, direct, at, toldAt } = await withDana()
  const late = addTask('Security review', { due_date: '2026-11-18' })
  const next = addTask('Go-live rehearsal', { due_date: '2026-11-30' })
  const asked = addTask('Data export', { assignee_name: 'Casey Jones' })
  const globex = { uuid: '33333333-3333-4333-8333-333333333333', name: 'Globex – Standard Onboarding' }
  tracker.projects.push({ ...project, ...globex, account: { ...project.account, name: 'Globex' } })
  const theirs = addTask('Contract', { assignee_name: 'Casey Jones', project: globex })
  for (const uuid of [late, next, asked, theirs, taskUuid]) await taskSays('task_updated', uuid)
  const on = { associated_object_uuid: asked, created_at: '2026-11-20T11:00:00Z' }
  await customerSays('@Dana Smith, which format?', on)
  await turnOn()
  const before = direct().length
  await at(saturday - 1)
  expect(direct()).toHaveLength(before)
  await toldAt(saturday, before + 1)
  const linked = direct().at(-1)?.replaceAll(project.internal_project_url, 'URL')
  expect(linked?.replaceAll(/#task-[\w-]+/g, '#TASK')).toMatchInlineSnapshot(`
    "Your day, Nov 21, 2026
    1 task waits for us · 1 task overdue · 1 other task assigned to you
    Waits for us
    <URL#TASK|Data export> · Acme Corp – Standard Onboarding · since Nov 20, 2026
    Casey Jones, Acme Corp: “@Dana Smith, which format?”
    Overdue
    • <URL#TASK|Security review> (3 days)
    Assigned to you
    • <URL#TASK|Go-live rehearsal> (due Nov 30, 2026)
    Waiting on your customers
    • Acme Corp: 1 task since Nov 20, 2026
    • Globex: 1 task since Nov 20, 2026
    Of the tasks that the app knows from events.
    You can turn this off on the app’s Home tab."
  `)
  // Done since, and nothing is left.
  for (const [, one] of tracker.tasks) Object.assign(one, { status: 'Completed' })
  for (const one of tracker.projects) Object.assign(one, { project_state: 'Completed' })
  await at(saturday + day)
  expect(direct()).toHaveLength(before + 1)
})

test('your day is off until one turns it on, comes once a day at most, and ends when it is turned off', async () => {
  const { turn, shown, addTask, taskSays, direct, at, toldAt, bot, restart } = await withDana()
  await taskSays('task_updated', addTask('Security review', { due_date: '2026-11-01' }))
  await at(saturday)
  expect(direct()).toEqual([])
  for (const to of ['on', 'off', 'on'] as const) await turn(to)
  await shown('Every morning at 09:00')
  await bot.signOfLife()
  await restart()
  await toldAt(saturday + day, 1)
  await turn('off')
  await shown(' is off: a direct message with the customers who wait')
  await at(saturday + 3 * day)
  expect(direct()).toHaveLength(1)
})

test.each([
  ['America/New_York', '2026-11-22T14:00:00Z', '2026-11-23T14:00:00Z'],
  ['Asia/Tokyo', '2026-11-22T08:00:00Z', '2026-11-23T00:00:00Z'],
])(
  'your day follows a person who moves to %s: at nine there, and not twice a day',
  async (timeZone, first, second) => {
    const { turnOn, addTask, taskSays, at, toldAt, direct, moveTo } = await withDana()
    await taskSays('task_updated', addTask('Security review', { due_date: '2026-11-01' }))
    await turnOn()
    await toldAt(saturday, 1)
    await moveTo(timeZone)
    for (const [index, next] of [first, second].entries()) {
      await at(Date.parse(next) - 1)
      expect(direct()).toHaveLength(index + 1)
      await toldAt(Date.parse(next), index + 2)
    }
  },
)

test('a mention that one has answered since, in the tracker or from Slack, is not in your day', async () => {
  const { turnOn, customerSays, tracker, send, direct, toldAt, addTask, taskSays } = await withDana()
  await customerSays('@Dana Smith, is Tuesday fine?', { created_at: '2026-11-20T10:00:00Z' })
  const vendor = {
    message_plain: 'It is.',
    created_by_name: 'Dana Smith',
    created_at: '2026-11-20T11:00:00Z',
  }
  await send(commentEvent(tracker.addComment({ ...vendor, created_by_uuid: tracker.users[1]?.uuid ?? '' })))
  await taskSays('task_updated', addTask('Security review', { due_date: '2026-11-18' }))
  await turnOn()
  const before = direct().length
  await toldAt(saturday, before + 1)
  expect(direct().at(-1)).toContain('1 task overdue')
  expect(direct().at(-1)).not.toContain('You were mentioned')
})

test('what a completed project left open is not in your day', async () => {
  const { addTask, taskSays, direct, toldAt, tracker, turnOn } = await withDana()
  const over = { uuid: '33333333-3333-4333-8333-333333333333', name: 'Globex' }
  tracker.projects.push({ ...project, ...over })
  await taskSays('task_updated', addTask('Left open', { due_date: '2026-11-20', project: over }))
  Object.assign(tracker.projects[1] ?? {}, { project_state: 'Completed' })
  await taskSays('task_updated', addTask('Security review', { due_date: '2026-11-30' }))
  await turnOn()
  await toldAt(saturday, 1)
  expect(direct().at(-1)).toMatch(/^Your day, Nov 21, 2026\n1 task assigned to you\n[^]*Security review/)
  expect(direct().at(-1)).not.toContain('Left open')
})
