import { z } from 'zod'
import { flags, optionalTexts, optionalFlags, portalFacts, texts } from './facts.ts'
import { actions } from './ids.ts'
import { button, buttons, openButton } from './buttons.ts'
import { line, link, message, type Message, note, quote, name, fitMessage } from './message.ts'
import { dueText } from './text.ts'
import type { Choice } from './form-elements.ts'

/** Who reads a task's comments. `unknown`: the tracker did not say whether the task is internal. */
export const commentReaders = z.enum(['customers', 'team', 'unknown'])
type CommentReaders = z.output<typeof commentReaders>

export const readersOfTask = (internal: boolean | null | undefined): CommentReaders => {
  if (internal === null || internal === undefined) return 'unknown'
  return internal ? 'team' : 'customers'
}

/** What differs in a channel: replies `stay` in Slack, or the channel is `shared`, so that others read them there. */
export const repliesHere = z.enum(['stay', 'shared'])

export interface CommentReadersFacts {
  readers: CommentReaders
  replies?: z.output<typeof repliesHere> | undefined
  accountName?: string | undefined
}

/** `Acme Corp reads replies`, `Only your team reads this comment`. `what`: its object. */
const reads = ({ readers, accountName }: CommentReadersFacts, what: string): string => {
  if (readers === 'team') return `Only your team reads ${what}`
  if (readers === 'customers') return `${accountName ?? 'The customer'} reads ${what}`
  return `The tracker doesn’t say whether ${accountName ?? 'the customer'} reads ${what}`
}

/** On every message whose thread's replies become comments. */
export const whoReadsReplies = (facts: CommentReadersFacts): string => {
  const { readers, replies } = facts
  if (replies === 'stay') return 'Replies stay in Slack.'
  const sentence = `${reads(facts, 'replies')}.`
  if (replies === undefined) return sentence
  const all = 'Everybody in this channel reads replies.'
  if (readers === 'team') return all
  if (readers === 'unknown') return `${all} ${sentence}`
  return `${reads(facts, 'replies')}, as does everybody in this channel.`
}

export const whoReadsComment = (facts: CommentReadersFacts): string => `${reads(facts, 'this comment')}.`

export interface ChosenTask extends CommentReadersFacts {
  choice: Choice
  projectName?: string | undefined
}

/** What a dialog says of its chosen task. Names it, because the person may choose another one meanwhile. */
export const chosenTask = (
  chosen: ChosenTask | undefined,
  who: (facts: CommentReadersFacts) => string,
): Message => {
  if (!chosen) return message(note('Choose a task to see who reads it.'))
  const { choice, projectName } = chosen
  const where = projectName === undefined ? '' : ` in ${projectName}`
  return message(note(`${choice.text}${where}`), line(name(who(chosen))))
}

/** What a message of a task's thread needs where it has no card above it. */
const flatShape = {
  /** `taskName`: undefined if the message names the task itself. */
  ...optionalTexts('taskName', 'portalUrl', 'accountName', 'projectName'),
  readers: commentReaders,
}
export const portalFlatTaskSchema = portalFacts(z.object(flatShape))
export const flatTaskSchema = z.object({ ...flatShape, ...optionalTexts('url') })
export type FlatTask = z.output<typeof flatTaskSchema> & Pick<CommentReadersFacts, 'replies'>

/** Names the task, and says last who reads replies, as the card of a thread does. */
export const inFlat = (
  content: Message,
  { taskName, portalUrl, url = portalUrl, ...readers }: FlatTask,
): Message => {
  const head = message(taskName !== undefined && line('Task ', link(url, taskName, { bold: true })))
  const end = message(note(whoReadsReplies(readers)))
  return fitMessage({
    text: [head.text, content.text, end.text].filter(Boolean).join('\n'),
    blocks: [...head.blocks, ...content.blocks, ...end.blocks],
  })
}

/** `uuid`: the comment's. */
export const taskQuoteSchema = z.object(texts('uuid', 'authorName', 'text'))
const aboutALine = 120

export type TaskQuote = z.output<typeof taskQuoteSchema>

const portalShape = {
  ...texts('uuid', 'name', 'projectName'),
  ...optionalTexts('status', 'assigneeName'),
  /** YYYY-MM-DD or ISO 8601; shown as a calendar day. */
  ...optionalTexts('dueDate'),
  /** The task was open and past its due date when the card was made. */
  ...optionalFlags('overdue'),
  ...optionalTexts('portalUrl'),
  /** Who reads the replies under it. Undefined: they don't become comments. */
  readers: commentReaders.optional(),
  replies: repliesHere.optional(),
  ...optionalTexts('accountName'),
  /** The newest customer comment in its thread. */
  newest: taskQuoteSchema.optional(),
  /** `existedBefore`: the task has comments from before the card. */
  ...flags('existedBefore', 'deleted'),
}

export const portalTaskCardSchema = portalFacts(z.object(portalShape))
export type PortalTaskCard = z.output<typeof portalTaskCardSchema>

/** The tracker names a task's module only as the team does. `url`: the team's page. */
export const taskCardSchema = z.object({
  ...portalShape,
  ...optionalTexts('moduleName', 'url'),
  ...optionalFlags('internal'),
})
export type TaskCardFacts = z.output<typeof taskCardSchema>

/** The root of a task's thread, at most four lines. Replies in the thread become comments. */
export const taskCard = (facts: TaskCardFacts): Message => {
  const { deleted, status, assigneeName, overdue, portalUrl, url = portalUrl } = facts
  const due = dueText(facts)
  const details = [
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
      link(deleted ? undefined : url, facts.name, { bold: true, ...(deleted && { strike: true }) }),
    ),
    deleted && line('Deleted in the tracker; replies no longer become comments'),
    note(details.filter(Boolean).join(' · ')),
    !deleted && facts.readers && note(whoReadsReplies({ ...facts, readers: facts.readers })),
    !deleted && facts.newest && quote(facts.newest.authorName, facts.newest.text, '', aboutALine),
    !deleted &&
      buttons(
        button(actions.comment, 'Comment', { value: facts.uuid, label: `Comment on ${facts.name}` }),
        openButton(url, facts.name),
      ),
  )
}
