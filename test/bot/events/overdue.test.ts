import { expect, test } from 'vitest'
import { isLate } from '../../../src/bot/tracker/is-late.ts'
import { dayAt } from '../../../src/bot/kit/wall-clock.ts'
import { overdueWords } from '../../../src/bot/kit/cards/project-card.ts'
import { channel, commentEvent, dana, runningBot } from '../support/running-bot.ts'
import { project, taskUuid } from '../support/stand-in-tracker.ts'

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
  expect(overdueWords({ overdue: true, dueDate: due, today }) !== undefined).toBe(overdue)

  const { command, hook, tracker, idle, slack } = await runningBot({ now: () => Date.parse(now) })
  const answer = {
    user: { id: dana, team_id: 'T1', is_admin: true, tz: timeZone, profile: { real_name: 'Dana' } },
  }
  slack.fault.next = ({ method, args }) =>
    method === 'users.info' && args['user'] === dana ? { body: { ok: true, ...answer } } : undefined
  Object.assign(tracker.tasks.get(taskUuid) ?? {}, { due_date: due })
  await command(`subscribe "${project.name}"`)
  await hook(commentEvent(tracker.addComment({ message_plain: 'Hello' })))
  await idle()
  const card = slack.roots(channel).at(-1)?.text ?? ''
  expect(card).toContain(overdue ? 'Overdue: was due Dec 5, 2026' : 'Due Dec 5, 2026')
})
