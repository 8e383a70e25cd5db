import { command } from '../kit/ids.ts'
import { line, type Message, message } from '../kit/message.ts'

/** An answer about more than the channel receives was to be shared where another organization reads along. */
export const notForSharedChannel = (): Message =>
  message(
    line(
      'People of another organization are in this channel, so only what it is subscribed to is shared here.',
    ),
    line(`Share ${command} project, which shows this channel’s own, or use a channel of your own team.`),
  )
