import { message, bold, line, link, type Message } from '../../../kit/message.ts'
import { buttons, linkButton } from '../../../kit/buttons.ts'

export const commentPosted = (facts: CommentPostedFacts): Message =>
  message(
    line('Your comment is on the task ', bold(facts.taskName), '.'),
    facts.threadUrl !== undefined && line('Continue in ', link(facts.threadUrl, 'its thread'), '.'),
    buttons(linkButton(facts.threadUrl, 'Open thread')),
  )

export interface CommentPostedFacts {
  taskName: string
  /** Permalink, if the channel has the task's thread. */
  threadUrl?: string | undefined
}
