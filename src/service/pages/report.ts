import { isoDate } from '../../contract/dates.ts'
import { type Report, reportOf } from '../store/report.ts'
import type { PageRequest, FormPage } from './kit/mount-page.ts'
import { plural, shortDate, wholeMonth } from './kit/words.ts'

/** More rows would make the page unreadable. */
const rowsShown = 100

const percent = ({ inADay, of }: Report['answered']): string => `${Math.round((inADay / of) * 100)}%`

type Covered = Pick<Report, 'since' | 'tooEarly'>

/** An empty table may only mean that the tracker is new. */
const noneCompleted = ({ since, tooEarly }: Covered): string => {
  if (!tooEarly.completed) return 'No project was completed in the last six months.'
  if (since === undefined) return 'Too early to say: there are no projects yet.'
  return `Too early to say: the first project was created on ${shortDate(since)}.`
}

const sinceFirst = ({ since }: Covered): string =>
  since === undefined ? 'so far' : `since ${shortDate(since)}`

const answeredIn = (covered: Covered): string =>
  covered.tooEarly.answered ? sinceFirst(covered) : 'the last 30 days'

const noAnswers = ({ tooEarly }: Covered): string =>
  tooEarly.answered
    ? 'Too early to say: a comment counts a day after it was written.'
    : 'No customer comments in the last 30 days that are a day old.'

const timeOf = (hours: number): string => {
  if (hours < 1) return 'under an hour'
  return hours < 48 ? plural(hours, 'hour') : plural(Math.round(hours / 24), 'day')
}

/** The first column names the rows. `none` is shown if there are no rows. */
const tablesOf = ({ months, forTeam, waiting, firstAnswers, overdue, answered, ...report }: Report) => [
  {
    title: 'Waits for us',
    columns: ['Task', 'Project', 'Customer', 'Since'],
    none: 'No customer waits for an answer.',
    rows: forTeam.map(({ task, project, account, since }) => [task, project, account, shortDate(since)]),
  },
  {
    title: 'Time to value',
    columns: ['Completed in', 'Projects', 'Planned days', 'Actual days'],
    none: noneCompleted(report),
    rows: months.map((one) => [wholeMonth(one.month), one.projects, one.planned, one.actual]),
  },
  {
    title: 'Waiting on the customer',
    columns: ['Customer', 'Open tasks', 'Since'],
    none: 'No tasks are waiting on customers.',
    rows: waiting.map(({ account, tasks, since }) => [account, tasks, shortDate(since)]),
  },
  {
    title: 'Time to first answer',
    columns: ['Project', 'Month', 'Answers', 'Average'],
    none: 'No customer got an answer in the last six months.',
    rows: firstAnswers.map(({ project, month, answers, hours }) => [
      project,
      wholeMonth(month),
      answers,
      timeOf(hours),
    ]),
  },
  {
    title: 'Overdue projects',
    columns: ['Owner', 'Active projects', 'Up to'],
    none: 'No active projects are overdue.',
    rows: overdue.map(({ owner, projects, days }) => [owner, projects, plural(days, 'day')]),
  },
  {
    title: 'Comments answered within a day',
    columns: ['In', 'Customer comments', 'Answered'],
    none: noAnswers(report),
    rows: answered.of === 0 ? [] : [[answeredIn(report), answered.of, percent(answered)]],
  },
]

const reportFacts = async ({ page: { acting } }: PageRequest) => {
  const now = acting.deps.now()
  const report = await reportOf(acting, now)
  const window = report.tooEarly.completed ? sinceFirst(report) : 'in six months'
  const at = shortDate(isoDate(now))
  return { title: 'Report', at, report, rowsShown, window, tables: tablesOf(report) }
}

export const reportPage: FormPage = { path: '/report', template: 'report', facts: reportFacts }
