import { buttons, linkButton } from '../kit/buttons.ts'
import { bold, line, link, message, type Message, name } from '../kit/message.ts'

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
  /** Permalink, if the channel has the task's thread. */
  threadUrl?: string | undefined
}

export const commentPosted = (facts: CommentPostedFacts): Message =>
  message(
    line('Your comment is on the task ', bold(facts.taskName), '.'),
    facts.threadUrl !== undefined && line('Continue in ', link(facts.threadUrl, 'its thread'), '.'),
    buttons(linkButton(facts.threadUrl, 'Open thread')),
  )
