import { bold, line, link, message, type Message, name, note, quote } from '../../../kit/message.ts'
import { buttons, linkButton, openButton } from '../../../kit/buttons.ts'

interface MentionedFacts {
  authorName: string
  text: string
  taskName: string
  projectName: string
  taskUrl?: string | undefined
  /** Permalink of the task's thread, if a channel has it. */
  threadUrl?: string | undefined
}

export const mentioned = (facts: MentionedFacts): Message =>
  message(
    line(
      bold(facts.authorName),
      ' mentioned you in a comment on the task ',
      link(facts.taskUrl, facts.taskName, { bold: true }),
      name(` of ${facts.projectName}`),
      '.',
    ),
    quote(facts.authorName, facts.text, ''),
    buttons(
      linkButton(facts.threadUrl, 'Open thread', `Open the thread of ${facts.taskName}`),
      openButton(facts.taskUrl, facts.taskName, 'Open task'),
    ),
    note('You can turn these messages off on the app’s Home tab.'),
  )
