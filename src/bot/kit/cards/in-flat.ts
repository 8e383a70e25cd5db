import { fitMessage } from '../limits.ts'
import { line, link, type Message, message } from '../message.ts'

export interface FlatTask {
  taskName: string
  url?: string | undefined
}

/** Names the task, because a message outside a thread has no card above it. */
export const inFlat = (said: Message, { taskName, url }: FlatTask): Message => {
  const head = message(line('Task ', link(url, taskName, { bold: true })))
  return fitMessage({ text: `${head.text}\n${said.text}`, blocks: [...head.blocks, ...said.blocks] })
}
