import type { Tx } from '../../store/database.ts'
import type { Message } from '../../messages/kit/message.ts'
import type { BotDeps } from '../../deps.ts'
import type { Mark } from './mark-message.ts'

/**
 * Words for everybody in a channel about what a person changed there, durable with the change. `once` tells one
 * press or dialog from the next, so that a repetition says nothing again.
 */
export const sayInChannel = async (
  deps: Pick<BotDeps, 'lanes'>,
  tx: Tx,
  channel: string,
  once: string,
  message: Message,
): Promise<void> => {
  // To the channel, as to a person: a place and the words.
  const mark: Mark = { op: 'direct', user: channel, message }
  await deps.lanes.enqueue(tx, [
    {
      kind: 'mark',
      lane: `${channel}:${once}`,
      payload: { channel, ts: once, mark },
      uniqueKey: `${once}:${channel}`,
    },
  ])
}
