import { actions } from '../kit/ids.ts'
import { button, buttons, openButton } from '../kit/buttons.ts'
import { dotted, line, link, message, type Message, name } from '../kit/message.ts'
import { dayText } from '../kit/mrkdwn.ts'

export interface TaskCardFacts {
  uuid: string
  name: string
  projectName: string
  moduleName?: string | undefined
  status?: string | undefined
  assigneeName?: string | undefined
  /** YYYY-MM-DD or ISO 8601; shown as a calendar day. */
  dueDate?: string | undefined
  /** A page that the channel's readers can open: the portal's in a shared channel. */
  url?: string | undefined
  internal: boolean
  /** The card was posted for a later event on an existing task. */
  existedBefore: boolean
  deleted: boolean
}

/** The root of a task's thread, at most four lines. Replies in the thread become comments. */
export const taskCard = (facts: TaskCardFacts): Message => {
  const { deleted, status, assigneeName, dueDate } = facts
  const marks = [
    facts.internal && 'Internal task',
    facts.existedBefore && !deleted && 'Earlier comments are in the tracker',
    deleted && 'Deleted in the tracker; replies no longer become comments',
  ]
  return message(
    line(
      'Task ',
      link(deleted ? undefined : facts.url, facts.name, { bold: true, ...(deleted && { strike: true }) }),
    ),
    dotted(name(facts.projectName), facts.moduleName !== undefined && name(facts.moduleName)),
    dotted(
      status !== undefined && name(status),
      assigneeName !== undefined && name(`Assigned to ${assigneeName}`),
      dueDate !== undefined && name(`Due ${dayText(dueDate)}`),
    ),
    dotted(...marks),
    !deleted &&
      buttons(
        button(actions.comment, 'Comment', { value: facts.uuid, label: `Comment on ${facts.name}` }),
        openButton(facts.url, facts.name),
      ),
  )
}
