import { expect, onTestFinished, test } from 'vitest'
import { setTo } from '../support/set-channel.ts'
import { customers } from '../support/digesting.ts'
import { buttonOf, pressing } from '../support/pressing.ts'
import {
  channel,
  commentEvent,
  projectEvent,
  runningBot,
  startNode,
  taskEvent,
} from '../support/running-bot.ts'
import { project, task } from '../support/stand-in-tracker.ts'

type Changes = Parameters<typeof runningBot>[0]

/** A channel that receives the project, its clock in hand, and somebody who presses *Pin*. */
const pinning = async ({ shared = false, ...changes }: Changes & { shared?: boolean } = {}) => {
  const clock = { now: Date.parse('2026-11-20T12:00:00Z') }
  const running = await runningBot({ now: () => clock.now, laneOptions: { sweepMs: 20 }, ...changes })
  const { slack, tracker, hook, idle, confirmed } = running
  tracker.users.push(...customers)
  if (shared) slack.shared.add(channel)
  await confirmed(`subscribe "${project.name}" all`)
  const { press } = await pressing(running)
  const pin = () => press('pin_card', project.uuid)
  const unpin = () => press('unpin_card', project.uuid)
  const card = () => slack.roots(channel).find(({ text }) => text.startsWith('Project <'))
  const updates = () => slack.made('chat.update').filter(({ ts }) => ts === card()?.ts).length
  /** A moment later, when the next change of a card is due. */
  const soon = async (ms = 6_000) => {
    clock.now += ms
    await idle()
  }
  const change = (facts: object) => Object.assign(tracker.projects[0] ?? {}, facts)
  const send = async (...events: object[]) => {
    for (const event of events) await hook(event)
    await idle()
  }
  const pins = () => slack.made('pins.add').map(({ timestamp }) => timestamp)
  return { ...running, clock, press, pin, unpin, card, updates, soon, change, send, pins }
}

test('Pin posts the project’s card, pins it, and keeps it up to date where it stands', async () => {
  const { command, pin, card, pins, send, soon, tracker, change, slack } = await pinning()
  const answer = await command(`project ${project.uuid}`)
  expect(buttonOf(answer as unknown as Parameters<typeof buttonOf>[0], 'Pin')).toEqual({
    action: 'pin_card',
    value: project.uuid,
  })
  expect((await pin()).text).toContain('kept up to date')
  expect(pins()).toEqual([card()?.ts])
  const next = crypto.randomUUID()
  tracker.tasks.set(next, { ...task, name: 'Security review', assignee_name: 'Dana Smith' })
  Object.assign(tracker.tasks.get(next) ?? {}, { due_date: '2026-11-18' })
  await send(
    taskEvent('task_updated', { uuid: next, name: 'Security review', status: 'In progress' }),
    taskEvent('task_updated'),
  )
  change({ percentage: 55, is_overdue: true, due_date: '2026-11-19' })
  await send(commentEvent(tracker.addComment({ message_plain: 'Ready' })))
  await soon()
  expect(
    card()
      ?.text.replaceAll(project.internal_project_url, 'URL')
      .replaceAll(/#task-[\w-]+/g, '#TASK'),
  ).toMatchInlineSnapshot(`
    "Project <URL|Acme Corp – Standard Onboarding>
    Acme Corp · Owner Dana Smith · Active
    ▰▰▰▰▰▱▱▱▱▱ 55% done · 1 day overdue
    Started Nov 1, 2026 · Due Nov 19, 2026
    1 task overdue: <URL#TASK|Security review> (2 days)
    1 task waiting on the customer: <URL#TASK|Kick-off call> (since Nov 20, 2026)
    Last: a comment by Casey Jones, <!date^1763700003^{date_short_pretty} {time}|Nov 21, 2025, 04:40 UTC>"
  `)
  expect(slack.roots(channel).filter(({ text }) => text.startsWith('Project <'))).toHaveLength(1)
})

test('however many events come, a pinned card is changed once in a few seconds; with nothing new, not at all', async () => {
  const { pin, updates, send, soon, change } = await pinning()
  await pin()
  await soon()
  const before = updates()
  for (let n = 41; n < 61; n++) {
    change({ percentage: n })
    await send(projectEvent('project_updated'))
  }
  expect(updates()).toBe(before)
  await soon()
  expect(updates()).toBe(before + 1)
  await send(taskEvent('task_deleted', { uuid: 'nobody' }))
  await soon()
  expect(updates()).toBe(before + 1)
})

test('days that pass without an event are counted', async () => {
  const { pin, card, soon, change } = await pinning()
  change({ is_overdue: true, due_date: '2026-11-19' })
  await pin()
  expect(card()?.text).toContain('1 day overdue')
  await soon(86_400_000)
  await expect.poll(() => card()?.text).toContain('2 days overdue')
})

test.each([
  ['America/New_York', '2026-11-21T05:00:06Z'],
  ['Asia/Kathmandu', '2026-11-20T18:15:06Z'],
])('in %s, another day is counted from midnight there, at %s', async (timeZone, midnight) => {
  const { pin, card, clock, soon, change, database } = await pinning()
  await setTo(database, { digest: { every: 'daily', day: 1, at: '23:59', timeZone, alone: false } })
  change({ is_overdue: true, due_date: '2026-11-19' })
  await pin()
  expect(card()?.text).toContain('1 day overdue')
  await soon(Date.parse(midnight) - clock.now - 60_000)
  expect(card()?.text).toContain('1 day overdue')
  await soon(60_000)
  await expect.poll(() => card()?.text).toContain('2 days overdue')
})

test('without the scope for pins the card is kept up to date, and the person is told which scope to add', async () => {
  const { pin, slack, card, send, soon, change, unpin } = await pinning()
  slack.fault.next = ({ method }) =>
    method.startsWith('pins.')
      ? { body: { ok: false, error: 'missing_scope', needed: 'pins:write' } }
      : undefined
  expect((await pin()).text).toMatch(/isn’t pinned[^]*pins:write/)
  change({ percentage: 70 })
  await send(projectEvent('project_updated'))
  await soon()
  expect(card()?.text).toContain('70% done')
  expect((await unpin()).text).toContain('is unpinned')
})

test('a channel with too many pins: the person is told to pin by hand', async () => {
  const { pin, slack } = await pinning()
  slack.fault.next = ({ method }) =>
    method === 'pins.add' ? { body: { ok: false, error: 'too_many_pins' } } : undefined
  expect((await pin()).text).toMatch(/too_many_pins[^]*yourself/)
})

test('Unpin takes the pin away and leaves the card; twice, the person is told', async () => {
  const { pin, unpin, card, slack, send, soon, change } = await pinning()
  await pin()
  expect((await unpin()).text).toContain('is unpinned')
  expect(slack.made('pins.remove').map(({ timestamp }) => timestamp)).toEqual([card()?.ts])
  expect((await unpin()).text).toContain('no longer pinned')
  expect(JSON.stringify((card() as unknown as { blocks: object }).blocks)).toContain('pin_card')
  expect(card()?.text).not.toContain('Last:')
  change({ percentage: 80 })
  await send(projectEvent('project_updated'))
  await soon()
  expect(card()?.text).toContain('80% done')
})

test('pressed twice, or by two people: one card, one pin', async () => {
  const { pin, slack, press } = await pinning()
  const answers = await Promise.all([pin(), press('pin_card', project.uuid)])
  expect(answers.map(({ text }) => text)).toEqual(Array(2).fill(expect.stringContaining('is pinned')))
  await pin()
  expect(slack.roots(channel).filter(({ text }) => text.startsWith('Project <'))).toHaveLength(1)
  expect(new Set(slack.made('pins.add').map(({ timestamp }) => timestamp)).size).toBe(1)
})

test('a card that was deleted in Slack is kept no more, and Pin posts it anew', async () => {
  const { pin, slack, send, soon, change, card, pins } = await pinning()
  await pin()
  slack.messages.splice(0)
  change({ percentage: 80 })
  await send(projectEvent('project_updated'))
  await soon()
  expect(card()).toBeUndefined()
  await pin()
  expect(card()?.text).toContain('80% done')
  expect(pins()).toHaveLength(2)
})

test('in a shared channel the card names no internal task and leads to the portal', async () => {
  const { pin, card, tracker, send, soon } = await pinning({ shared: true })
  const inside = crypto.randomUUID()
  tracker.tasks.set(inside, { ...task, name: 'Margin check', is_internal: true })
  Object.assign(tracker.tasks.get(inside) ?? {}, { due_date: '2026-11-01' })
  await send(
    taskEvent('task_updated', {
      uuid: inside,
      name: 'Margin check',
      status: 'In progress',
      is_internal: true,
    }),
  )
  await pin()
  await send(
    taskEvent('task_updated', {
      uuid: inside,
      name: 'Margin check',
      status: 'In progress',
      is_internal: true,
    }),
  )
  await soon()
  expect(card()?.text).toContain('/portal/')
  expect(card()?.text).not.toMatch(/Margin check|tracker.example\/projects|Last:|overdue/)
})

test('a card that was pinned before others read the channel says nothing more', async () => {
  const { pin, card, slack, send, soon, change, clock, slackEvent } = await pinning()
  await pin()
  slack.shared.add(channel)
  await slackEvent({
    type: 'channel_shared',
    channel,
    connected_team_id: 'T2',
    event_ts: String(clock.now / 1_000),
  })
  change({ percentage: 80 })
  await send(projectEvent('project_updated'))
  await soon()
  expect(card()?.text).toContain('40% done')
})

test.each([
  ['a project that is not there', crypto.randomUUID(), /no longer|button|again/i],
  ['nothing', '', /no longer|button|again/i],
])('Pin of %s is answered in words', async (_, value, words) => {
  const { press, slack } = await pinning()
  expect((await press('pin_card', value)).text).toMatch(words)
  expect(slack.made('pins.add')).toEqual([])
})

test('somebody of another organization pins nothing', async () => {
  const { press, slack } = await pinning()
  await press('pin_card', project.uuid, { user: { id: 'U0CASEY', team_id: 'T2' } })
  expect(slack.messages).toEqual([])
})

test('two nodes change a pinned card once for one burst of events', async () => {
  const running = await pinning({ engine: 'postgres' })
  const { pin, updates, change, hook, clock, idle, soon } = running
  const second = await startNode(running, { now: () => clock.now, laneOptions: { sweepMs: 20 } })
  onTestFinished(second.close)
  await pin()
  await soon()
  const before = updates()
  change({ percentage: 90 })
  for (let n = 0; n < 5; n++) await hook(projectEvent('project_updated'))
  await idle()
  await second.bot.lanes.idle()
  clock.now += 6_000
  await expect.poll(updates, { timeout: 10_000 }).toBe(before + 1)
})
