import { z } from 'zod'
import { maybe } from '../facts.ts'
import { fitMessage } from '../limits.ts'
import { line, link, type Message, message, note } from '../message.ts'
import { commentReaders, type CommentReadersFacts, whoReadsReplies } from './comment-readers.ts'

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
