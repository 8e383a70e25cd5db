import { z } from 'zod'
import { line, message, type Message, name, note, link } from '../message.ts'
import type { Choice } from '../form-elements.ts'
import { maybe } from '../facts.ts'
import { fitMessage } from '../limits.ts'

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
  const said = `${reads(facts, 'replies')}.`
  if (replies === undefined) return said
  const all = 'Everybody in this channel reads replies.'
  if (readers === 'team') return all
  return readers === 'unknown'
    ? `${all} ${said}`
    : `${reads(facts, 'replies')}, as does everybody in this channel.`
}

/** In a dialog, above the text. */
export const whoReadsComment = (facts: CommentReadersFacts): string => `${reads(facts, 'this comment')}.`

/** The task that is chosen in a dialog. */
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
export const flatTaskSchema = z.object({
  /** `taskName`: undefined if the message names the task itself. */
  ...maybe('taskName', 'url', 'accountName', 'projectName'),
  readers: commentReaders,
})
export type FlatTask = z.output<typeof flatTaskSchema> & Pick<CommentReadersFacts, 'replies'>

/** Names the task, and says last who reads replies, as the card of a thread does. */
export const inFlat = (said: Message, { taskName, url, ...readers }: FlatTask): Message => {
  const head = message(taskName !== undefined && line('Task ', link(url, taskName, { bold: true })))
  const end = message(note(whoReadsReplies(readers)))
  return fitMessage({
    text: [head.text, said.text, end.text].filter(Boolean).join('\n'),
    blocks: [...head.blocks, ...said.blocks, ...end.blocks],
  })
}
