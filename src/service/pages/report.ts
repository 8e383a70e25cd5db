import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify'
import { type Deps, scopeOf } from '../deps.ts'
import { type Report, reportOf } from '../store/projects/report.ts'
import type { FormOptions } from './kit/forms.ts'
import { pageFor } from './kit/page.ts'
import { plural, shortDate, letters } from './kit/words.ts'

/** A spreadsheet would run what begins like a formula. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const cell = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `"${harmless(value).replaceAll('"', '""')}"`

/** RFC 4180, with a mark by which spreadsheets know UTF-8. */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`

interface Asked {
  title: string
  unit: string
  series: readonly string[]
  /** What to say without rows. */
  none: string
  rows: readonly { label: string; detail: string; values: readonly number[] }[]
  /** The value of a whole bar. By default the largest value. */
  most?: number
}

/** Horizontal bars, which leave room for long names. Lengths are in the units of the drawing. */
interface Plot extends Omit<Asked, 'rows' | 'most'> {
  width: number
  height: number
  /** Everything in words. */
  said: string
  rows: {
    label: string
    detail: string
    y: number
    bars: { of: number; y: number; width: number; value: number }[]
  }[]
  /** How many rows are not shown. */
  more: number
}

/** One page of paper holds them. The CSV file has all. */
const rowsShown = 12
const width = 640
const barsWidth = 280
const barHeight = 14
const gap = 12

const short = (label: string): string => {
  const shown = letters(label, 27)
  return shown === label ? label : `${shown}…`
}

const plot = ({ rows, most, ...asked }: Asked): Plot => {
  const shown = rows.slice(0, rowsShown)
  const largest = most ?? Math.max(1, ...shown.flatMap(({ values }) => values))
  const rowHeight = asked.series.length * barHeight + gap
  const saidOf = ({ label, detail, values }: Asked['rows'][number]) =>
    `${label}: ${values.map((value, of) => `${asked.series[of]} ${value}`).join(', ')}, ${detail}`
  return {
    ...asked,
    width,
    height: shown.length * rowHeight,
    said: shown.map(saidOf).join('; '),
    more: rows.length - shown.length,
    rows: shown.map(({ label, detail, values }, at) => ({
      label: short(label),
      detail,
      y: at * rowHeight + rowHeight / 2,
      bars: values.map((value, of) => ({
        of,
        value,
        y: at * rowHeight + gap / 2 + of * barHeight,
        width: Math.round((Math.min(value, largest) / largest) * barsWidth),
      })),
    })),
  }
}

const path = '/report'

const monthText = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })

const percent = ({ inADay, of }: Report['answered']): number =>
  of === 0 ? 0 : Math.round((inADay / of) * 100)

/** The same figures as in Slack, by the definitions of docs/reports.md. */
const plotsOf = ({ months, waiting, overdue, answered }: Report): Plot[] => [
  plot({
    title: 'Time to value, by month of completion',
    unit: 'Days from start to completion, on average',
    series: ['Planned', 'Actual'],
    none: 'No project was completed in the last six months.',
    rows: months.map(({ month, projects, actual, planned }) => ({
      label: monthText(month),
      detail: plural(projects, 'project'),
      values: [planned, actual],
    })),
  }),
  plot({
    title: 'Waiting on the customer',
    unit: 'Open tasks, by customer',
    series: ['Tasks'],
    none: 'No tasks are waiting on customers.',
    rows: waiting.map(({ account, tasks, since }) => ({
      label: account,
      detail: `since ${shortDate(since)}`,
      values: [tasks],
    })),
  }),
  plot({
    title: 'Overdue projects',
    unit: 'Active projects past their due date, by owner',
    series: ['Projects'],
    none: 'No active projects are overdue.',
    rows: overdue.map(({ owner, projects, days }) => ({
      label: owner,
      detail: `up to ${plural(days, 'day')}`,
      values: [projects],
    })),
  }),
  plot({
    title: 'Comments answered within a day',
    unit: 'Percent of customer comments in the last 30 days',
    series: ['Answered'],
    none: 'No customer comments to answer in the last 30 days.',
    most: 100,
    rows:
      answered.of === 0
        ? []
        : [
            {
              label: 'Answered',
              detail: `${answered.inADay} of ${answered.of}`,
              values: [percent(answered)],
            },
          ],
  }),
]

const rowsOf = ({ running, completed, onTime, months, waiting, overdue, answered }: Report) => [
  ['figure', 'name', 'value', 'unit', 'detail'],
  ['active projects', '', running, 'projects', ''],
  ['completed in six months', '', completed, 'projects', ''],
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
    pageFor(deps, request, reply, {
      side: 'vendor',
      base: '/projects',
      org,
      entrance,
      accountUuid: undefined,
    })
  app.get(path, async (request, reply) => {
    const page = await pageOf(request, reply)
    const report = await reportOf(scopeOf(deps, page.actor), deps.now())
    const at = shortDate(new Date(deps.now()).toISOString().slice(0, 10))
    const facts = { ...page, path, title: 'Report', at, report, plots: plotsOf(report) }
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
