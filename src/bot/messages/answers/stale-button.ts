import { command } from '../kit/ids.ts'
import { line, type Message, message } from '../kit/message.ts'

/** The button belongs to something that has changed or is gone. */
export const staleButton = (): Message =>
  message(
    line('That button no longer leads anywhere: what it belongs to has changed since.'),
    line(`Ask again, for example with ${command} projects.`),
  )
