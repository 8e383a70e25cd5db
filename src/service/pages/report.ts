import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify'
import { type Deps, scopeOf } from '../deps.ts'
import { type Report, reportOf } from '../store/projects/report.ts'
import { type Plot, plot } from './kit/bars.ts'
import { csvOf } from './kit/csv.ts'
import type { FormOptions } from './kit/forms.ts'
import { pageFor } from './kit/page.ts'
import { plural, shortDate } from './kit/words.ts'

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
