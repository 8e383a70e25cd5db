import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify'
import { type Deps, scopeOf } from '../deps.ts'
import { type Report, reportOf } from '../store/projects/report.ts'
import type { FormOptions } from './kit/forms.ts'
import { pageFor } from './kit/page.ts'
import { plural, shortDate, wholeMonth } from './kit/words.ts'

type Row = readonly (string | number)[]

/** A spreadsheet would run what begins like a formula. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const cell = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `"${harmless(value).replaceAll('"', '""')}"`

/** RFC 4180, with a mark by which spreadsheets know UTF-8. */
export const csvOf = (rows: readonly Row[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`

interface Table {
  readonly title: string
  /** The first one names the rows. */
  readonly columns: readonly string[]
  /** What to say without rows. */
  readonly none: string
  readonly rows: readonly Row[]
}

/** One page of paper holds them. The CSV file has all. */
const rowsShown = 12

const path = '/report'

const percent = ({ inADay, of }: Report['answered']): string => `${Math.round((inADay / of) * 100)}%`

type Covered = Pick<Report, 'since' | 'tooEarly'>

/** That there is nothing may only mean that the tracker is new. */
const tooEarlyWords = ({ since }: Covered): string =>
  since === undefined
    ? 'Too early to say: there are no projects yet.'
    : `Too early to say: the first project is of ${shortDate(since)}.`

const sinceFirst = ({ since }: Covered): string =>
  since === undefined ? 'so far' : `since ${shortDate(since)}`

const noAnswers = ({ tooEarly }: Covered): string =>
  tooEarly.answered
    ? 'Too early to say: a comment counts a day after it was written.'
    : 'No customer comments in the last 30 days that are a day old.'

/** By the definitions of docs/reports.md. */
const tablesOf = ({ months, waiting, overdue, answered, ...report }: Report): Table[] => [
  {
    title: 'Time to value',
    columns: ['Completed in', 'Projects', 'Planned days', 'Actual days'],
    none: report.tooEarly.completed
      ? tooEarlyWords(report)
      : 'No project was completed in the last six months.',
    rows: months.map(({ month, projects, actual, planned }) => [
      wholeMonth(month),
      projects,
      planned,
      actual,
    ]),
  },
  {
    title: 'Waiting on the customer',
    columns: ['Customer', 'Open tasks', 'Since'],
    none: 'No tasks are waiting on customers.',
    rows: waiting.map(({ account, tasks, since }) => [account, tasks, shortDate(since)]),
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
    rows:
      answered.of === 0
        ? []
        : [
            [
              report.tooEarly.answered ? sinceFirst(report) : 'the last 30 days',
              answered.of,
              percent(answered),
            ],
          ],
  },
]

const rowsOf = ({ running, completed, onTime, months, waiting, overdue, answered, ...report }: Report) => [
  ['figure', 'name', 'value', 'unit', 'detail'],
  ['active projects', '', running, 'projects', ''],
  ['completed in six months', '', completed, 'projects', report.tooEarly.completed ? sinceFirst(report) : ''],
  ['completed on time', '', onTime, 'projects', ''],
  ...months.flatMap(({ month, projects, actual, planned }) => [
    ['completed', month, projects, 'projects', ''],
    ['time to value', month, actual, 'days', ''],
    ['planned', month, planned, 'days', ''],
  ]),
  ...waiting.map(({ account, tasks, since }) => ['waiting on the customer', account, tasks, 'tasks', since]),
  ...overdue.map(({ owner, projects, days }) => ['overdue', owner, projects, 'projects', `${days} days`]),
  ['answered within a day', '', answered.inADay, 'comments', `of ${answered.of}`],
]

/** For the vendor's team. */
export const mountReport = (
  app: FastifyInstance,
  deps: Deps,
  { org, render, entrance }: FormOptions,
): void => {
  const pageOf = (request: FastifyRequest, reply: FastifyReply) =>
    pageFor(deps, request, reply, { side: 'vendor', base: '/projects', org, entrance })
  app.get(path, async (request, reply) => {
    const page = await pageOf(request, reply)
    const report = await reportOf(scopeOf(deps, page.actor), deps.now())
    const window = report.tooEarly.completed ? sinceFirst(report) : 'in six months'
    const at = shortDate(new Date(deps.now()).toISOString().slice(0, 10))
    const facts = { ...page, path, title: 'Report', at, report, rowsShown, window, tables: tablesOf(report) }
    return render.html(reply).send(render.page('report', facts))
  })
  app.get(`${path}.csv`, async (request, reply) => {
    const page = await pageOf(request, reply)
    const report = await reportOf(scopeOf(deps, page.actor), deps.now())
    return render
      .html(reply)
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="report.csv"')
      .send(csvOf(rowsOf(report)))
  })
}
