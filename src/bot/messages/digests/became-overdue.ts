import { buttons, openButton } from '../kit/buttons.ts'
import { line, link, message, type Message, name, note } from '../kit/message.ts'
import { dayText } from '../kit/mrkdwn.ts'

interface BecameOverdueFacts {
  taskName: string
  projectName: string
  dueDate: string
  url?: string | undefined
}

export const becameOverdue = ({ taskName, projectName, dueDate, url }: BecameOverdueFacts): Message =>
  message(
    line(
      'Your task ',
      link(url, taskName, { bold: true }),
      name(` of ${projectName}`),
      ` is overdue: it was due ${dayText(dueDate)}.`,
    ),
    buttons(openButton(url, taskName, 'Open task')),
    note(
      'This is the only reminder for this due date. You can turn these messages off on the app’s Home tab.',
    ),
  )
