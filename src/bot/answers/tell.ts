import type { Tx } from '../store/database.ts'
import type { Message } from '../kit/message.ts'
import type { BotDeps } from '../deps/deps.ts'
import type { Payload } from '../store/payloads.ts'

type Marks = Payload<'mark'>['mark']

export type Mark = Exclude<Marks, readonly unknown[]>

export interface Place {
  readonly channel: string
  readonly ts: string
}

type Lanes = Pick<BotDeps, 'lanes'>

type ThreadReply = Payload<'unsure-reply'>

/** Each message has one lane, so that ⏳ never comes after ✅. */
export const markJob = ({ channel, ts }: Place, mark: Marks) => ({
  kind: 'mark' as const,
  lane: `${channel}:${ts}`,
  payload: { channel, ts, mark },
})

export const mark = (deps: Lanes, tx: Tx, at: Place, marks: Mark[]): Promise<void> =>
  deps.lanes.enqueue(tx, marks.length > 0 ? [markJob(at, marks)] : [])

/** `key`: a mark with a known key is not queued again. */
export const markOnce = (deps: Lanes, tx: Tx, at: Place, item: Mark, key: string): Promise<void> =>
  deps.lanes.enqueue(tx, [{ ...markJob(at, item), uniqueKey: key }])

/** Sends words to a reply's author. `what` identifies them, so that they are sent once. */
export const tellOnce = (deps: BotDeps, said: ThreadReply, what: string, message: Message): Promise<void> => {
  const { channel, threadTs, userId: user } = said
  const key = `${what}:${channel}:${threadTs}:${user}`
  const words: Mark = { op: 'ephemeral', user, threadTs, message }
  return deps.database.transaction((tx) => markOnce(deps, tx, said, words, key))
}

/** Replaces the message's current reaction. */
export const signInstead = (before: string | null, name: string): Mark[] => [
  ...(before === null ? [] : [{ op: 'unreact' as const, name: before }]),
  { op: 'react', name },
]

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
