import { z } from 'zod'
import { maybeFlags, number, numbers, text } from '../facts.ts'
import { bold, dotted, gap, heading, line, type Message, message, name, note, when } from '../kit/message.ts'
import { chart } from '../kit/chart.ts'
import { dayText } from '../kit/mrkdwn.ts'
import { count } from '../kit/words.ts'

const month = z.object({
  /** `2026-11`. */
  month: text,
  /** `actual`: days from start to completion, on average, and as planned in `planned`. */
  ...numbers('projects', 'actual'),
  planned: number.optional(),
})
export type ReportMonth = z.output<typeof month>

/** What each figure means: docs/reports.md. */
export const reportSchema = z.object({
  every: z.literal('weekly').optional(),
  at: text,
  /** Only what this channel receives, without internal tasks. */
  ...maybeFlags('ofChannel'),
  /** `completed`: in the months below. */
  ...numbers('running', 'completed'),
  onPlan: z.object(numbers('onTime', 'of')).optional(),
  months: z.array(month).readonly(),
  waiting: z.array(z.object({ account: text, tasks: number, since: text.optional() })).readonly(),
  overdue: z.array(z.object({ owner: text, projects: number, days: number.optional() })).readonly(),
  answered: z.object(numbers('inADay', 'of')),
  /** The tracker has more projects than were read. */
  ...maybeFlags('notAllRead'),
})
export type ReportFacts = z.output<typeof reportSchema>

export const monthsShown = 6
const rowsShown = 8

/** `2026-11` → `Nov 2026`. */
const monthText = (month: string): string => dayText(`${month}-01`).replace(' 1,', '')

const more = (all: readonly object[], what: string) =>
  all.length > rowsShown && note(`and ${count(all.length - rowsShown, `more ${what}`)}`)

const timeToValue = ({ months }: ReportFacts) => {
  if (months.length === 0) return ['No project was completed in the last six months.']
  const title = 'Time to value, by month of completion'
  const words = months.map(({ month, projects, actual, planned }) =>
    line(
      '• ',
      name(monthText(month)),
      `: ${count(actual, 'day')}`,
      planned !== undefined && ` (planned ${planned})`,
      `, ${count(projects, 'project')}`,
    ),
  )
  const rows = months.map(({ month, actual, planned }) => ({
    label: monthText(month),
    values: [planned ?? 0, actual],
  }))
  const axes = { x: 'Month of completion', y: 'Days from start, on average' }
  return [
    chart(
      { title, rows, series: ['Planned', 'Actual'], ...axes },
      [title, ...words.map(({ text }) => text)].join('\n'),
    ),
  ]
}

const waiting = ({ waiting: all }: ReportFacts) => {
  if (all.length === 0) return ['No tasks are waiting on customers.']
  const shown = all.slice(0, rowsShown)
  const title = 'Waiting on the customer'
  const rows = shown.map(({ account, tasks }) => ({ label: account, values: [tasks] }))
  return [
    chart({ title, rows, series: ['Tasks'], x: 'Customer', y: 'Open tasks' }, ''),
    line(bold(title)),
    ...shown.map(({ account, tasks, since }) =>
      line(
        '• ',
        name(account),
        `: ${count(tasks, 'task')}`,
        since !== undefined && ` since ${dayText(since)}`,
      ),
    ),
    more(all, 'customer'),
  ]
}

const overdue = ({ overdue: all }: ReportFacts) =>
  all.length === 0
    ? ['No active projects are overdue.']
    : [
        line(bold('Overdue projects, by owner')),
        ...all
          .slice(0, rowsShown)
          .map(({ owner, projects, days }) =>
            line(
              '• ',
              name(owner),
              `: ${count(projects, 'project')}`,
              days !== undefined && `, up to ${count(days, 'day')}`,
            ),
          ),
        more(all, 'owner'),
      ]

const answered = ({ answered: { inADay, of } }: ReportFacts) =>
  of === 0
    ? 'No customer comments to answer in the last 30 days.'
    : line(
        bold(`${Math.round((inADay / of) * 100)}%`),
        ` of customers’ comments answered within a day (${inADay} of ${of} in the last 30 days)`,
      )

export const report = (facts: ReportFacts): Message => {
  const { every, at, ofChannel, running, completed, onPlan, notAllRead } = facts
  const title = every === undefined ? 'Report' : 'Weekly report'
  return message(
    { ...heading(title), text: '' },
    { ...line(when(at)), text: line(bold(title), ', ', when(at)).text },
    dotted(
      count(running, 'active project'),
      `${completed.toLocaleString('en-US')} completed in six months`,
      onPlan !== undefined && `${onPlan.onTime} of ${onPlan.of} on time`,
    ),
    gap,
    ...timeToValue(facts),
    gap,
    ...waiting(facts),
    gap,
    ...overdue(facts),
    gap,
    answered(facts),
    note(
      ofChannel === true
        ? 'Only this channel’s projects, without internal tasks. Counts only tasks and comments that the app knows of.'
        : 'All projects in the tracker. Counts only tasks and comments that the app knows of.',
    ),
    notAllRead === true &&
      note('The tracker has more projects than one report reads, so some aren’t counted.'),
  )
}
