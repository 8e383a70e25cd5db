import type { Payload } from '../store/payloads.ts'
import type { Tx } from '../store/database.ts'
import type { Message } from '../kit/message.ts'
import type { BotDeps } from '../deps/deps.ts'

/** Words for one person, or for a whole channel. */
export type Notice = Payload<'notify'>['notice']

export interface Place {
  readonly channel: string
  readonly ts: string
}

type Lanes = Pick<BotDeps, 'lanes'>

type ThreadReply = Payload<'unsure-reply'>

/** Each message has one lane, so that its words come in order. */
export const noticeJob = ({ channel, ts }: Place, notice: Notice) => ({
  kind: 'notify' as const,
  lane: `${channel}:${ts}`,
  payload: { channel, ts, notice },
})

export const notify = (deps: Lanes, tx: Tx, at: Place, notice: Notice): Promise<void> =>
  deps.lanes.enqueue(tx, [noticeJob(at, notice)])

/** `key`: a notice with a known key is not queued again. */
export const notifyOnce = (deps: Lanes, tx: Tx, at: Place, notice: Notice, key: string): Promise<void> =>
  deps.lanes.enqueue(tx, [{ ...noticeJob(at, notice), uniqueKey: key }])

/** Sends words to a reply's author. `what` identifies them, so that they are sent once. */
export const tellOnce = (deps: BotDeps, said: ThreadReply, what: string, message: Message): Promise<void> => {
  const { channel, threadTs, userId: user } = said
  const key = `${what}:${channel}:${threadTs}:${user}`
  const words: Notice = { op: 'ephemeral', user, threadTs, message }
  return deps.database.transaction((tx) => notifyOnce(deps, tx, said, words, key))
}

/** Queues a channel message in the transaction of its change. `once` identifies the press. */
export const sayInChannel = (
  deps: Pick<BotDeps, 'lanes'>,
  tx: Tx,
  channel: string,
  once: string,
  message: Message,
): Promise<void> =>
  // `direct` also accepts a channel id.
  notifyOnce(deps, tx, { channel, ts: once }, { op: 'direct', user: channel, message }, `${once}:${channel}`)

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
  const said: Notice =
    channel === undefined ? { op: 'direct', user, message } : { op: 'ephemeral', user, threadTs, message }
  return once ? notifyOnce(deps, tx, place, said, `${ts}:${user}`) : notify(deps, tx, place, said)
}
