import { buttons, linkButton } from '../kit/buttons.ts'
import { line, link, message, type Message, name } from '../kit/message.ts'

/** Sent before the tracker confirms the comment. */
export const commentStored = ({ taskName }: { taskName?: string | undefined }): Message =>
  message(
    line(
      'Your comment is on its way to the task',
      taskName !== undefined && name(` “${taskName}”`),
      '. You’ll hear when it’s posted.',
    ),
  )

interface CommentPostedFacts {
  taskName: string
  projectName?: string | undefined
  /** In words: `customer-visible task on Acme Corp`. */
  audience?: string | undefined
  /** Permalink, if the channel has the task's thread. */
  threadUrl?: string | undefined
  taskUrl?: string | undefined
}

export const commentPosted = (facts: CommentPostedFacts): Message =>
  message(
    line(
      'Your comment is on the task ',
      link(facts.taskUrl, facts.taskName, { bold: true }),
      facts.projectName !== undefined && name(` of ${facts.projectName}`),
      facts.audience !== undefined && name(`, a ${facts.audience}`),
      '.',
    ),
    facts.threadUrl !== undefined && line('Continue in ', link(facts.threadUrl, 'its thread'), '.'),
    buttons(linkButton(facts.threadUrl, 'Open thread'), linkButton(facts.taskUrl, 'Open task')),
  )
