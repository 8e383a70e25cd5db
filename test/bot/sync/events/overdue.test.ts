import { listening } from '../../support/listening.ts'
import { expect, test } from 'vitest'
import { isLate, isProjectLate, viewOf } from '../../../../src/bot/tracker/project-in-view.ts'
import { dayAt } from '../../../../src/bot/kit/time.ts'
import { channel, commentEvent, dana, projectEvent, runningBot } from '../../support/running-bot.ts'
import { project } from '../../support/stand-in-tracker.ts'

const due = '2026-12-05'

test.each([
  ['2026-12-06T01:30:00Z', 'America/Los_Angeles', false],
  ['2026-12-06T08:30:00Z', 'America/Los_Angeles', true],
  ['2026-12-05T23:59:00Z', 'UTC', false],
  ['2026-12-06T00:00:00Z', 'UTC', true],
  ['2026-12-05T10:30:00Z', 'Pacific/Auckland', false],
  ['2026-12-05T11:30:00Z', 'Pacific/Auckland', true],
  ['2026-12-06T00:00:00Z', 'Mars/Olympus', true],
])('at %s, what was due on Dec 5 is overdue in %s: %s', async (now, timeZone, overdue) => {
  const today = dayAt(timeZone, Date.parse(now))
  expect(isLate({ completed: false, dueDate: due }, today)).toBe(overdue)
  expect(isLate({ completed: undefined, dueDate: `${due}T09:00:00Z` }, today)).toBe(overdue)
  expect(isLate({ completed: true, dueDate: due }, today)).toBe(false)
  // The tracker's flag follows the tracker's day.
  const item = { name: 'Launch', project_state: 'Active', due_date: due, is_overdue: !overdue }
  expect(isProjectLate(viewOf(item), today)).toBe(overdue)
  expect(isProjectLate(viewOf({ ...item, project_state: 'Completed' }), today)).toBe(false)

  const { command, hook, tracker, idle, slack, slackEvent, changeTask, change } = await runningBot({
    now: () => Date.parse(now),
  })
  const profile = { real_name: 'Dana', email: 'dana@vendor.example' }
  const user = { id: dana, team_id: 'T1', is_admin: true, tz: timeZone, profile }
  slack.answers({ method: 'users.info', user: dana }, { body: { ok: true, user } })
  changeTask({ due_date: due })
  change({ due_date: due, is_overdue: !overdue })
  await command(`subscribe "${project.name}" all`)
  await hook(commentEvent(tracker.addComment({ message_plain: 'Hello' })))
  await hook(projectEvent('project_created'))
  await slackEvent({ type: 'app_home_opened', user: dana, channel: 'D0DANA', tab: 'home', event_ts: '1.0' })
  await idle()
  const cardOf = (what: string) => slack.roots(channel).find(({ text }) => text.startsWith(what))?.text
  expect(cardOf('Task')).toContain(overdue ? 'Overdue: was due Dec 5, 2026' : 'Due Dec 5, 2026')
  expect((cardOf('Project') ?? '').includes('Overdue')).toBe(overdue)
  await expect.poll(() => slack.made('views.publish')).toHaveLength(1)
  const home = JSON.stringify(slack.made('views.publish'))
  expect(home).toContain('You own 1 active project')
  expect(/task overdue|Overdue: was due/.test(home)).toBe(overdue)
})

const url = project.internal_project_url

test.each([
  ['empty', ''],
  ['blank', ' '],
  ['null', null],
])('cards have no word for what nobody set, and nothing of it is overdue (%s)', async (_, nothing) => {
  const { send, customerSays, change, changeTask, slack } = await listening()
  changeTask({ status: nothing, assignee_name: nothing, due_date: nothing, module_name: nothing })
  change({ project_state: nothing, status: null, due_date: nothing, project_owner: null, percentage: null })
  await send(projectEvent('project_created'))
  await customerSays('Where do we start?')
  // The project's card may have been changed already: it says who did what last.
  const beside = /#task-[\w-]+|\nLast activity: .*/g
  expect(slack.roots(channel).map(({ text }) => text.replaceAll(beside, ''))).toEqual([
    `Project <${url}|${project.name}> · Acme Corp`,
    `Task <${url}|Kick-off call>\n${project.name}\nCasey Jones, Acme Corp: “Where do we start?”\nAcme Corp reads replies.`,
  ])
})
