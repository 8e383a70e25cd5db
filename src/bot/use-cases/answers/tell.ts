import type { Tx } from '../../store/database.ts'
import type { Message } from '../../messages/kit/message.ts'
import type { BotDeps } from '../../deps.ts'
import { mark, markOnce } from './mark-message.ts'

/**
 * Words for everybody in a channel about what a person changed there, durable with the change. `once` tells one
 * press or dialog from the next, so that a repetition says nothing again.
 */
export const sayInChannel = (
  deps: Pick<BotDeps, 'lanes'>,
  tx: Tx,
  channel: string,
  once: string,
  message: Message,
): Promise<void> =>
  // A channel takes a direct message as a person does.
  markOnce(deps, tx, { channel, ts: once }, { op: 'direct', user: channel, message }, `${once}:${channel}`)

/**
 * To a person alone, in the channel that they acted in or, where that is not known, in their own conversation.
 * `ts` names the occasion: what belongs to one is said in order.
 */
export const tellPerson = (
  deps: Pick<BotDeps, 'lanes'>,
  tx: Tx,
  at: { user: string; channel: string | undefined; ts: string; threadTs?: string | undefined },
  message: Message,
): Promise<void> => {
  const { user, channel, ts, threadTs } = at
  return mark(deps, tx, { channel: channel ?? user, ts }, [
    channel === undefined ? { op: 'direct', user, message } : { op: 'ephemeral', user, threadTs, message },
  ])
}
