import type { ProjectItem } from '../../../src/contract/project.ts'
import { noteComment } from '../../../src/bot/store/tracker/known-comments.ts'
import { noteTask } from '../../../src/bot/store/tracker/known-tasks.ts'
import {
  accounts,
  comments,
  people,
  type PersonName,
  projects,
  reportNow,
  tasks,
} from '../../support/report-fixture.ts'
import { runningBot, withMore } from './running-bot.ts'

const nameOf = (who: PersonName) => `${people[who].first} ${people[who].last}`
const ms = (at: string) => Date.parse(at)

const itemOf = (row: (typeof projects)[keyof typeof projects]): ProjectItem => ({
  uuid: row.uuid,
  name: `Project ${row.uuid.slice(-2)}`,
  account: { id: row.account, name: accounts[row.account], logo_path: null },
  project_state: row.state,
  project_owner: { full_name: nameOf(row.owner), email_address: `${row.owner}@vendor.example` },
  is_overdue: row.state === 'Active' && row.due < '2026-11-20',
  start_date: row.start,
  due_date: row.due,
  completed_date: row.completed ?? null,
  internal_project_url: `https://tracker.example/projects/${row.uuid}`,
  portal_project_url: `https://tracker.example/portal/projects/${row.uuid}`,
})

type Changes = Parameters<typeof runningBot>[0] & { shared?: boolean }

/** A bot that has heard of everything in the fixture, with its clock in hand. */
export const reported = async (changes: Changes = {}) => {
  const clock = { now: reportNow }
  const running = await runningBot({ now: () => clock.now, laneOptions: { sweepMs: 20 }, ...changes })
  const { tracker, database } = running
  tracker.projects.splice(0, tracker.projects.length)
  tracker.projects.push(...(Object.values(projects).map(itemOf) as typeof tracker.projects))
  tracker.users.push(
    ...Object.entries(people).map(([email, { uuid, first, last, account }]) => ({
      uuid,
      full_name: `${first} ${last}`,
      email_address: `${email}@${account === undefined ? 'vendor' : account}.example`,
      is_customer: account !== undefined,
    })),
  )
  for (const row of Object.values(tasks)) {
    const { uuid, name, internal: isInternal, assignee, completed } = row
    const standing = { completed, assigneeName: assignee ? nameOf(assignee) : null }
    const task = { uuid, projectUuid: row.project.uuid, name, isInternal, standing }
    await noteTask(database.sql, task, ms(row.assignedAt))
  }
  for (const row of comments) {
    const said = { authorName: nameOf(row.by), text: 'Words.', repliedTo: undefined, editedAt: undefined }
    const told = { projectUuid: row.on.project.uuid, byCustomer: people[row.by].account !== undefined }
    const comment = { uuid: row.uuid, taskUuid: row.on.uuid, createdAt: ms(row.at), ...said, told }
    await noteComment(database.sql, comment, ms(row.at))
  }
  return withMore(running, {
    clock,
  })
}
