import type { Tx } from '../store/database.ts'
import type { Message } from '../kit/message.ts'
import type { BotDeps } from '../deps/deps.ts'
import { mark, markOnce } from './marks.ts'
import type { Mark } from './marks.ts'

/** Queues a channel message in the transaction of its change. `once` identifies the press. */
export const sayInChannel = (
  deps: Pick<BotDeps, 'lanes'>,
  tx: Tx,
  channel: string,
  once: string,
  message: Message,
): Promise<void> =>
  // `direct` also accepts a channel id.
  markOnce(deps, tx, { channel, ts: once }, { op: 'direct', user: channel, message }, `${once}:${channel}`)

/**
 * Sends to one person, in the channel or else directly. `ts` names the lane, which keeps the order. `once`: not again
 * for the same lane.
 */
export const tellPerson = (
  deps: Pick<BotDeps, 'lanes'>,
  tx: Tx,
  at: { user: string; channel: string | undefined; ts: string; threadTs?: string | undefined },
  message: Message,
  once?: 'once',
): Promise<void> => {
  const { user, channel, ts, threadTs } = at
  const place = { channel: channel ?? user, ts }
  const said: Mark =
    channel === undefined ? { op: 'direct', user, message } : { op: 'ephemeral', user, threadTs, message }
  return once ? markOnce(deps, tx, place, said, `${ts}:${user}`) : mark(deps, tx, place, [said])
}
