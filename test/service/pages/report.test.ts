import { describe, expect, test } from 'vitest'
import { moduleRow } from '../../../src/service/changes/projects.ts'
import { taskRow } from '../../../src/service/changes/tasks.ts'
import { type Database, openDatabase } from '../../../src/service/store/database.ts'
import { addRows, type New } from '../../../src/service/store/rows.ts'
import { reportOf } from '../../../src/service/store/report.ts'
import { freshDatabaseUrl } from '../../support/databases.ts'
import { begin, engines, demoTask } from '../harness.ts'
import { desk, pageBrowser } from './page-browser.ts'
import { assignedAt } from '../support/database.ts'

/** The day of the report. What it counts is below, with the figures that docs/reports.md defines for it. */
const reportNow = Date.parse('2026-11-20T12:00:00Z')

let made = 0
const uuid = () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`

type Person = New<'person'>
type Project = New<'project'>
type Task = New<'task'>

const person = (first_name: string, last_name: string, account_uuid: string | null = null): Person => ({
  uuid: uuid(),
  first_name,
  last_name,
  email: `${first_name.toLowerCase()}@x.example`,
  role: account_uuid === null ? 'Vendor User' : 'Customer',
  account_uuid,
  is_active: 1,
})

const accounts = [
  { uuid: 'acme', name: 'Acme Corp' },
  { uuid: 'globex', name: 'Globex' },
]
const people = {
  dana: person('Dana', 'Smith'),
  lee: person('Lee', 'Wong'),
  casey: person('Casey', 'Jones', 'acme'),
  robin: person('Robin', 'Hill', 'globex'),
  api: { ...person('API', 'User'), role: 'API User' as const },
  left: { ...person('Kim', 'Park', 'acme'), is_active: 0 as const },
}
const { dana, lee, casey, robin, api, left } = people

const project = (
  account_uuid: string,
  owner: Person,
  state: Project['state'],
  start_date: string,
  due_date: string,
  completed?: string,
): Project => ({
  uuid: uuid(),
  name: 'A project',
  name_search: 'a project',
  description: '',
  account_uuid,
  owner_uuid: owner.uuid,
  playbook_uuid: 'p',
  state,
  start_date,
  due_date,
  created_at: 1,
  created_by: dana.uuid,
  completed_at: completed === undefined ? null : Date.parse(`${completed}T15:00:00Z`),
  version: 1,
})

const projects = {
  running: project('acme', dana, 'Active', '2026-09-01', '2026-12-31'),
  late: project('globex', lee, 'Active', '2026-08-01', '2026-11-10'),
  justLate: project('acme', lee, 'Active', '2026-10-01', '2026-11-18'),
  early: project('globex', dana, 'Completed', '2026-09-01', '2026-11-10', '2026-11-05'),
  overdue: project('acme', dana, 'Completed', '2026-10-01', '2026-11-05', '2026-11-15'),
  onTheDay: project('acme', lee, 'Completed', '2026-07-01', '2026-08-20', '2026-08-20'),
  archivedAfter: project('globex', lee, 'Archived', '2026-08-01', '2026-08-31', '2026-08-30'),
  abandoned: project('globex', lee, 'Archived', '2026-08-01', '2026-08-31'),
  longAgo: project('acme', dana, 'Completed', '2026-01-01', '2026-02-01', '2026-02-01'),
}
const { running, late, early } = projects

/** Each project has a module, and an archived one. */
const moduleOf = ({ uuid: project_uuid }: Project, is_archived: 0 | 1): New<'module'> => {
  const row = { uuid: `${is_archived}-${project_uuid}`, project_uuid, name: 'Kickoff', position: 1 }
  return { ...moduleRow(row, dana.uuid, 1), is_archived }
}

/** Assigned on November 2, if not said otherwise. */
const task = (name: string, of: Project, assignee: Person, facts: Partial<Task> = {}): Task => {
  const place = { uuid: uuid(), project_uuid: of.uuid, module_uuid: moduleOf(of, 0).uuid, name, position: 1 }
  const assigned = { assignee_uuid: assignee.uuid, assigned_at: Date.parse('2026-11-02T09:00:00Z') }
  return taskRow({ ...place, ...assigned, ...facts }, dana.uuid, 1)
}

const tasks = {
  theirs: task('Upload the logo', running, casey),
  asked: task('Choose a date', running, dana),
  answered: task('Kick-off call', running, lee),
  internal: task('Margin check', running, casey, { is_internal: 1 }),
  done: task('Sign the contract', running, casey, { status: 'Completed' }),
  archived: task('Old form', running, casey, { is_archived: 1 }),
  ofArchived: task('Old step', running, casey, { module_uuid: moduleOf(running, 1).uuid }),
  ofNobody: task('Sign off', running, left),
  inSlack: task('Security review', running, casey),
  both: task('Data export', late, robin, { assigned_at: Date.parse('2026-11-15T09:00:00Z') }),
  ofCompleted: task('Feedback', early, robin),
}

const comment = (on: Task, by: Person, at: string, message_plain = 'Words.'): New<'comment'> => ({
  uuid: uuid(),
  project_uuid: on.project_uuid,
  task_uuid: on.uuid,
  created_by: by.uuid,
  message_plain,
  created_at: Date.parse(at),
})

const comments = [
  // Answered after two days. The answer is not answered, but the task was the customer's before it.
  comment(tasks.theirs, casey, '2026-11-01T10:00:00Z'),
  comment(tasks.theirs, dana, '2026-11-03T10:00:00Z'),
  // Out of the thirty days.
  comment(tasks.asked, casey, '2026-10-01T10:00:00Z'),
  comment(tasks.asked, dana, '2026-11-12T10:00:00Z'),
  comment(tasks.asked, dana, '2026-11-14T10:00:00Z'),
  // Answered within a day, and the last word is the customer's, too young to count.
  comment(tasks.answered, casey, '2026-11-10T10:00:00Z'),
  comment(tasks.answered, lee, '2026-11-11T09:00:00Z'),
  comment(tasks.answered, casey, '2026-11-20T08:00:00Z'),
  comment(tasks.internal, lee, '2026-11-11T09:00:00Z'),
  // What a customer says in Slack is theirs, what the team says there is not.
  comment(tasks.inSlack, api, '2026-11-19T09:00:00Z', 'Casey Jones (Acme Corp, Slack): And now?'),
  comment(tasks.ofNobody, api, '2026-11-12T10:00:00Z', 'Dana Smith (Slack): Done (see Jira, Slack): yes'),
  comment(tasks.archived, lee, '2026-11-11T09:00:00Z'),
  // A minute too late.
  comment(tasks.both, robin, '2026-10-30T00:00:00Z'),
  comment(tasks.both, lee, '2026-10-31T00:01:00Z'),
]

const expected = {
  since: '1970-01-01',
  tooEarly: { completed: false, answered: false },
  running: 3,
  completed: 4,
  onTime: 3,
  months: [
    { month: '2026-08', projects: 2, actual: 40, planned: 40 },
    { month: '2026-11', projects: 2, actual: 55, planned: 53 },
  ],
  forTeam: [
    { task: 'Security review', project: 'A project', account: 'Acme Corp', since: '2026-11-19' },
    { task: 'Kick-off call', project: 'A project', account: 'Acme Corp', since: '2026-11-20' },
  ],
  waiting: [
    { account: 'Acme Corp', tasks: 3, since: '2026-11-02' },
    { account: 'Globex', tasks: 1, since: '2026-10-31' },
  ],
  firstAnswers: [
    { project: 'A project', month: '2026-11', answers: 2, hours: 36 },
    { project: 'A project', month: '2026-10', answers: 1, hours: 42 * 24 },
    { project: 'A project', month: '2026-10', answers: 1, hours: 24 },
  ],
  overdue: [{ owner: 'Lee Wong', projects: 2, days: 10 }],
  answered: { inADay: 1, of: 3 },
}

/** Writes all this as the rows of an organization. */
const fillReported = async ({ sql }: Database) => {
  const scope = { sql, org: 'reported' }
  await addRows(scope, 'account', accounts)
  await addRows(scope, 'person', Object.values(people))
  await addRows(scope, 'project', Object.values(projects))
  const modules = Object.values(projects).flatMap((one) => [moduleOf(one, 0), moduleOf(one, 1)])
  await addRows(scope, 'module', modules)
  await addRows(scope, 'task', Object.values(tasks))
  await addRows(scope, 'comment', comments)
  return scope
}

describe.each(engines)('the report of the service on %s', (engine) => {
  test('counts what docs/reports.md says', async () => {
    await using database = await openDatabase(await freshDatabaseUrl(engine))
    const scope = await fillReported(database)
    expect(await reportOf(scope, reportNow)).toEqual(expected)
    const nobody = { ...scope, org: 'another' }
    expect(await reportOf(nobody, reportNow)).toEqual({
      since: undefined,
      tooEarly: { completed: true, answered: true },
      running: 0,
      completed: 0,
      onTime: 0,
      months: [],
      forTeam: [],
      waiting: [],
      firstAnswers: [],
      overdue: [],
      answered: { inADay: 0, of: 0 },
    })
  })
})

describe('the report of the service', () => {
  test('has a page for the team with tables', async () => {
    const story = await begin('sqlite', { now: () => reportNow })
    const dana = pageBrowser(story, 'dana@vendor.example')
    const { status, text } = await dana.get('/report')
    expect(status).toBe(200)
    expect(text).toContain('<strong>1</strong> active')
    expect(text).toContain('<strong>0</strong> completed since Nov 20, 2026')
    expect(text).toContain('Too early to say: the first project was created on Nov 20, 2026.')
    expect(text).toContain('Too early to say: a comment counts a day after it was written.')
    expect(text).not.toMatch(/No project was|No customer comments/)
    expect(text).toMatch(
      /<th scope="row"><bdi>Acme Corp<\/bdi><\/th><td dir="auto">\d+<\/td><td dir="auto">\w+ \d+, \d{4}<\/td>/,
    )
  })
})

test('a task waits since it was assigned, not since it was made', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z')
  const story = await begin('sqlite', { now: () => now })
  const dana = story.as('dana@vendor.example')
  const task = await demoTask(story, 'Export your data')
  now += 3 * 86_400_000
  for (const assignee of [null, 'casey@acme.example'])
    expect((await dana('PATCH', `/tasks/${task.uuid}`, { assignee })).status).toBe(200)
  expect(await assignedAt(story, task.uuid)).toBe(now)
})

test('says that there is nothing only once the time that a figure covers is over', async () => {
  let now = Date.parse('2026-03-20T12:00:00Z')
  const story = await begin('sqlite', { now: () => now })
  const dana = pageBrowser(story, 'dana@vendor.example')
  expect((await dana.get('/report')).text).toMatch(/since Mar 20, 2026[^]*Too early[^]*Too early/)
  now += 60 * 86_400_000
  const { text } = await dana.get('/report')
  expect(text).toContain('Too early to say: the first project was created on Mar 20, 2026.')
  expect(text).toContain('No customer comments in the last 30 days that are a day old.')
  now += 200 * 86_400_000
  const later = (await dana.get('/report')).text
  expect(later).toContain('No project was completed in the last six months.')
  expect(later).toContain('completed in six months')
  expect(later).not.toContain('Too early')
})

test('the team’s page says whose turn a task is; No answer needed ends a customer’s wait, until their next words', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z')
  const story = await begin('sqlite', { now: () => now })
  const { act, base } = desk(story)
  const team = pageBrowser(story, 'dana@vendor.example')
  const task = await demoTask(story, 'Export your data')
  const shows = async (words: string) => {
    expect((await team.get(base)).text).toContain(words)
    expect((await team.get('/report')).text.includes(`<bdi>${task.name}</bdi>`)).toBe(
      words.includes('for us'),
    )
  }
  const asks = async () => {
    now += 3_600_000
    await story.as('casey@acme.example')('POST', `/tasks/${task.uuid}/comments`, { message_plain: 'When?' })
  }
  await asks()
  await shows('Waits for us since Nov 20, 2026')
  expect((await pageBrowser(story).get(`/portal${base}`)).text).not.toContain('Waits for')
  now += 60_000
  expect((await act('no-answer-needed', task.uuid, {})).status).toBe(303)
  await shows('Waits for the customer since')
  await asks()
  await shows('Waits for us since Nov 20, 2026')
})
