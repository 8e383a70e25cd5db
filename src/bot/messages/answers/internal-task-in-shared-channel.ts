import { line, type Message, message } from '../kit/message.ts'

/**
 * A task that is for the vendor's team alone was asked for where another organization reads along. The task's
 * name is not said: the answer may be shared, and screens are.
 */
export const internalTaskInSharedChannel = (): Message =>
  message(
    line(
      'That task is internal, and people of another organization are in this channel, so it is not shown here.',
    ),
    line('Ask for it in a channel of your own team.'),
  )
