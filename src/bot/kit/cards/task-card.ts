import { z } from 'zod'
import { flags, maybe, maybeFlags, texts } from '../facts.ts'
import { actions } from '../ids.ts'
import { button, buttons, openButton } from '../buttons.ts'
import { line, link, message, type Message, note, quote } from '../message.ts'
import { dueText } from '../text/mrkdwn.ts'
import { commentReaders, repliesHere, whoReadsReplies } from './comment-readers.ts'

/** `uuid`: the comment's. */
export const taskQuote = z.object(texts('uuid', 'authorName', 'text'))
export type TaskQuote = z.output<typeof taskQuote>

/** About a line. */
const mostQuoted = 120

export const taskCardSchema = z.object({
  ...texts('uuid', 'name', 'projectName'),
  ...maybe('moduleName', 'status', 'assigneeName'),
  /** YYYY-MM-DD or ISO 8601; shown as a calendar day. */
  ...maybe('dueDate'),
  /** When the card was made: it is due before that day, and open. */
  ...maybeFlags('overdue'),
  /** A page that the channel's readers can open: the portal's in a shared channel. */
  ...maybe('url'),
  /** Who reads the replies under it. Undefined: they don't become comments. */
  readers: commentReaders.optional(),
  replies: repliesHere.optional(),
  ...maybe('accountName'),
  /** The newest customer comment in its thread. */
  newest: taskQuote.optional(),
  /** `existedBefore`: the task has comments from before the card. */
  ...flags('internal', 'existedBefore', 'deleted'),
})
export type TaskCardFacts = z.output<typeof taskCardSchema>

/** The root of a task's thread, at most four lines. Replies in the thread become comments. */
export const taskCard = (facts: TaskCardFacts): Message => {
  const { deleted, status, assigneeName, overdue } = facts
  const due = dueText(facts)
  const said = [
    overdue && due,
    status,
    assigneeName !== undefined && `Assigned to ${assigneeName}`,
    !overdue && due,
    facts.projectName,
    facts.moduleName,
    facts.internal && 'Internal task',
    facts.existedBefore && !deleted && 'Earlier comments are in the tracker',
  ]
  return message(
    line(
      'Task ',
      link(deleted ? undefined : facts.url, facts.name, { bold: true, ...(deleted && { strike: true }) }),
    ),
    deleted && line('Deleted in the tracker; replies no longer become comments'),
    note(said.filter(Boolean).join(' · ')),
    !deleted && facts.readers && note(whoReadsReplies({ ...facts, readers: facts.readers })),
    !deleted && facts.newest && quote(facts.newest.authorName, facts.newest.text, '', mostQuoted),
    !deleted &&
      buttons(
        button(actions.comment, 'Comment', { value: facts.uuid, label: `Comment on ${facts.name}` }),
        openButton(facts.url, facts.name),
      ),
  )
}
