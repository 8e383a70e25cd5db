import { buttons, linkButton } from '../kit/buttons.ts'
import { line, link, message, type Message, name } from '../kit/message.ts'

/** The answer to a comment while the tracker has not confirmed it yet. */
export const commentStored = ({ taskName }: { taskName?: string | undefined }): Message =>
  message(
    line(
      'Your comment is on its way to the task',
      taskName !== undefined && name(` “${taskName}”`),
      '. You hear when it is there.',
    ),
  )

interface CommentPostedFacts {
  taskName: string
  projectName?: string | undefined
  /** `customer-visible task on Acme Corp`: where the words went. */
  audience?: string | undefined
  /** Permalink of the task's thread, when the channel has one. */
  threadUrl?: string | undefined
  taskUrl?: string | undefined
}

/** The answer to `/onboard comment`: the comment exists. */
export const commentPosted = (facts: CommentPostedFacts): Message =>
  message(
    line(
      'Your comment is on the task ',
      link(facts.taskUrl, facts.taskName, { bold: true }),
      facts.projectName !== undefined && name(` of ${facts.projectName}`),
      facts.audience !== undefined && name(`, a ${facts.audience}`),
      '.',
    ),
    facts.threadUrl !== undefined && line('Go on in ', link(facts.threadUrl, 'its thread'), '.'),
    buttons(linkButton(facts.threadUrl, 'Open thread'), linkButton(facts.taskUrl, 'Open task')),
  )
