import { z } from 'zod'
import { flags, optionalTexts, optionalFlags, portalFacts, text, texts } from './facts.ts'
import { actions } from './ids.ts'
import { button, buttons, openButton } from './buttons.ts'
import {
  channel,
  fitMessage,
  type Inline,
  line,
  link,
  message,
  type Message,
  note,
  type Part,
  quote,
} from './message.ts'
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

/** Decided whenever a message is sent, and not stored. */
export const readersNow = {
  replies: repliesHere.optional(),
  /** Ids of other channels that outsiders read, where the words will appear. */
  also: z.array(text).readonly().optional(),
}
export type ReadersNow = z.output<z.ZodObject<typeof readersNow>>

export const commentReadersSchema = z.object({
  ...readersNow,
  readers: commentReaders,
  ...optionalTexts('accountName'),
})
export type CommentReadersFacts = z.output<typeof commentReadersSchema>

const mostChannels = 5

const alsoIn = (also: readonly string[] = []): Inline[] => {
  const shown = also.slice(0, mostChannels)
  const more = also.length - shown.length
  return [
    ...shown.flatMap((id, at) => [at === 0 ? ', also in ' : ', ', channel(id)]),
    more > 0 && ` and ${more} more`,
  ]
}

/** `Acme Corp and everybody in this channel read replies, also in #acme-guests.` `what`: its object. */
const whoReads = (
  { readers, replies, also, accountName }: CommentReadersFacts,
  what: string,
  here: Inline = 'this channel',
): Inline[] => {
  const isShared = replies === 'shared'
  const customer = accountName ?? 'The customer'
  if (readers === 'customers')
    return [
      ...(isShared
        ? [`${customer} and everybody in `, here, ` read ${what}`]
        : [`${customer} reads ${what}`]),
      ...alsoIn(also),
      '.',
    ]
  const all = `Everybody in this channel reads ${what}.`
  if (readers === 'team') return [isShared ? all : `Only your team reads ${what}.`]
  const unknown = `The tracker doesn’t say whether ${accountName ?? 'the customer'} reads ${what}.`
  return [isShared ? `${all} ${unknown}` : unknown]
}

/** A note has no place for a channel's name. */
export const readersLine = (words: Inline[]): Part => {
  const texts = words.filter((word) => typeof word === 'string')
  return texts.length === words.filter(Boolean).length ? note(texts.join('')) : line(words)
}

/** On every message whose thread's replies become comments. */
export const whoReadsReplies = (facts: CommentReadersFacts): Inline[] =>
  facts.replies === 'stay' ? ['Replies stay in Slack.'] : whoReads(facts, 'replies')

export const whoReadsComment = (facts: CommentReadersFacts): Inline[] => whoReads(facts, 'this comment')

/** `here`: the channel that is named in a dialog, which has none. */
export const whoReadsProject = (facts: CommentReadersFacts, here?: Inline): Inline[] =>
  whoReads(facts, 'its tasks and comments, except internal ones', here)

export const whoReadsOldWords = (facts: CommentReadersFacts): Inline[] => whoReads(facts, 'the old words')

export interface ChosenTask extends CommentReadersFacts {
  choice: Choice
  projectName?: string | undefined
  /** Why nothing can be done with it here. */
  refused?: Message | undefined
}

/** What a dialog says of its chosen task. Names it, because the person may choose another one meanwhile. */
export const chosenTask = (
  chosen: ChosenTask | undefined,
  who: (facts: CommentReadersFacts) => Inline[],
): Message => {
  if (!chosen) return message(note('Choose a task to see who reads it.'))
  const { choice, projectName, refused } = chosen
  const where = projectName === undefined ? '' : ` in ${projectName}`
  const withoutButtons = refused?.blocks.filter(({ type }) => type !== 'actions')
  const about = refused && withoutButtons ? { said: refused.text, blocks: withoutButtons } : line(who(chosen))
  return message(note(`${choice.text}${where}`), about)
}

/** What a message of a task's thread needs where it has no card above it. */
const flatShape = {
  /** `taskName`: undefined if the message names the task itself. */
  ...optionalTexts('taskName', 'portalUrl', 'accountName', 'projectName'),
  readers: commentReaders,
}
export const portalFlatTaskSchema = portalFacts(z.object(flatShape))
export const flatTaskSchema = z.object({ ...flatShape, ...optionalTexts('url') })
export type FlatTask = z.output<typeof flatTaskSchema> & ReadersNow

/** Names the task, and says last who reads replies, as the card of a thread does. */
export const inFlat = (
  content: Message,
  { taskName, portalUrl, url = portalUrl, ...readers }: FlatTask,
): Message => {
  const head = message(taskName !== undefined && line('Task ', link(url, taskName, { bold: true })))
  const end = message(readersLine(whoReadsReplies(readers)))
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
  ...readersNow,
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
    !deleted && facts.newest && quote(facts.newest.authorName, facts.newest.text, '', aboutALine),
    !deleted && facts.readers && readersLine(whoReadsReplies({ ...facts, readers: facts.readers })),
    !deleted &&
      buttons(
        button(actions.comment, 'Comment', { value: facts.uuid, label: `Comment on ${facts.name}` }),
        openButton(url, facts.name),
      ),
  )
}
