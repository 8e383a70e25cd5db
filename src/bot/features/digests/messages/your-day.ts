import { type DigestItem, type DigestItems, itemSpans } from '../../../sync/posts/messages/digest-items.ts'
import { bold, dotted, gap, heading, line, type Message, message, name, note } from '../../../kit/message.ts'
import { dayText } from '../../../kit/text/mrkdwn.ts'
import { count } from '../../../kit/text/words.ts'

export interface YourDayFacts {
  /** YYYY-MM-DD, in the person's time zone. */
  day: string
  overdue: DigestItems
  assigned: DigestItems
  mentioned: DigestItems
  waiting: readonly { account: string; tasks: number; since?: string | undefined }[]
}

const customersShown = 5

const items = (title: string, { total, named = [] }: DigestItems) =>
  total === 0
    ? []
    : [
        gap,
        line(bold(title)),
        ...named.map((item: DigestItem) => line('• ', itemSpans(item))),
        total > named.length && note(`and ${count(total - named.length, 'more task')}`),
      ]

/** A list for each that has something. */
export const yourDayParts = ({ overdue, assigned, mentioned, waiting }: Omit<YourDayFacts, 'day'>) => {
  const customers = waiting.slice(0, customersShown)
  return [
    ...items('Overdue', overdue),
    ...items('Assigned to you', assigned),
    ...items('Mentions that wait for your answer', mentioned),
    ...(customers.length > 0
      ? [
          gap,
          line(bold('Waiting on your customers')),
          ...customers.map(({ account, tasks, since }) =>
            line(
              '• ',
              name(account),
              `: ${count(tasks, 'task')}`,
              since !== undefined && ` since ${dayText(since)}`,
            ),
          ),
          waiting.length > customers.length &&
            note(`and ${count(waiting.length - customers.length, 'more customer')}`),
        ]
      : []),
  ]
}

export const yourDay = (facts: YourDayFacts): Message => {
  const { day, overdue, assigned, mentioned } = facts
  return message(
    { ...heading('Your day'), text: '' },
    { ...line(dayText(day)), text: line(bold('Your day'), `, ${dayText(day)}`).text },
    dotted(
      overdue.total > 0 && `${count(overdue.total, 'task')} overdue`,
      assigned.total > 0 &&
        `${count(assigned.total, overdue.total > 0 ? 'other task' : 'task')} assigned to you`,
      mentioned.total > 0 && `mentioned on ${count(mentioned.total, 'task')}`,
    ),
    ...yourDayParts(facts),
    note('Of the tasks that the app knows. You can turn this off on the app’s Home tab.'),
  )
}
