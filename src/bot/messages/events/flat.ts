import { fitMessage } from '../kit/limits.ts'
import { line, link, type Message, message } from '../kit/message.ts'

export interface FlatTask {
  taskName: string
  url?: string | undefined
}

/** A message in the channel itself names its task: it has no card above it. */
export const inFlat = (said: Message, { taskName, url }: FlatTask): Message => {
  const head = message(line('Task ', link(url, taskName, { bold: true })))
  return fitMessage({ text: `${head.text}\n${said.text}`, blocks: [...head.blocks, ...said.blocks] })
}
