import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../../src/service/store/database.ts'
import { reportOf } from '../../../src/service/store/report.ts'
import { freshDatabaseUrl } from '../../support/databases.ts'
import { begin, engines, demoTask } from '../harness.ts'
import { pageBrowser } from './page-browser.ts'
import { assignedAt } from '../support/database.ts'
import { expected, fillReported, reportNow } from '../support/reported.ts'

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
      waiting: [],
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
    expect(text).toContain('Too early to say: the first project is of Nov 20, 2026.')
    expect(text).toContain('Too early to say: a comment counts a day after it was written.')
    expect(text).not.toMatch(/No project was|No customer comments/)
    expect(text).toMatch(/<th scope="row"><bdi>Acme Corp<\/bdi><\/th><td>\d+<\/td><td>\w+ \d+, \d{4}<\/td>/)
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
  expect(text).toContain('Too early to say: the first project is of Mar 20, 2026.')
  expect(text).toContain('No customer comments in the last 30 days that are a day old.')
  now += 200 * 86_400_000
  const later = (await dana.get('/report')).text
  expect(later).toContain('No project was completed in the last six months.')
  expect(later).toContain('completed in six months')
  expect(later).not.toContain('Too early')
})
