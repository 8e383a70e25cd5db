import type { DeliveryRow } from './store/deliveries.ts'
import { leftOutReasons } from './store/left-out.ts'
import type { DuePost } from './store/due-post.ts'
import { isKnownShared, routeTo, whyNotTell } from '../../audience/audience.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { isReadersUpdate } from './follow-readers.ts'
import { kindOf } from './kinds.ts'
import { leftToDigest } from './plan/policy.ts'
import { pauseUnconfirmed } from './pause-channel.ts'
import { toldOf } from './told-of.ts'

/** Removals are posted even if other people can read the channel now. */
const isRemoval = ({ kind, object_uuid: uuid }: DeliveryRow) =>
  kindOf(kind)?.isRemoval === true || uuid.endsWith('@deleted')

/** Whether a person did it where it is shown, or asked for it there. Undefined if an event caused it. */
const byPerson = ({ kind, inbox_id: inbox, object_uuid: uuid }: DeliveryRow) =>
  inbox === null ? kindOf(kind)?.byPerson?.(uuid) : undefined

/**
 * Checks at the last moment who reads the channel, because Slack's event about a new reader may be late or lost. If
 * Slack does not say, posts: the message was made for a shared channel.
 */
const audienceChanged = async (
  deps: BotDeps,
  { row: { channel }, subscriptions }: DuePost,
): Promise<string | undefined> => {
  if (subscriptions === 'paused') return 'the channel is paused'
  if (subscriptions === 'none') return undefined
  const seen = await deps.slack.channel(channel)
  const reason = isKnownShared(seen) ? await pauseUnconfirmed(deps, seen) : undefined
  return reason && `the channel was paused: ${reason}`
}

/** A subscription may be removed while a message is decided, and the clocks of two nodes differ. */
const marginMs = 60_000

/** It was decided before the channel unsubscribed from something. Messages that are there stay current. */
const mayBeUnsubscribed = (row: DeliveryRow, unsubscribedAt: number): boolean =>
  row.op === 'post' && byPerson(row) === undefined && row.created_at < unsubscribedAt + marginMs

const notTold = {
  internal: 'the task is internal or may be, and others read the channel',
  'not received': 'the channel does not receive the project',
} as const

/** Why the channel must not read it: meanwhile the task may be internal, or the project moved or unsubscribed. */
export const reasonNotToTell = async (
  deps: BotDeps,
  row: DeliveryRow,
  unsubscribedAt: number,
): Promise<string | undefined> => {
  const route = await routeTo(deps, row.channel)
  const mustReceive = route.shared || mayBeUnsubscribed(row, unsubscribedAt)
  if (!mustReceive) return undefined
  for (const told of await toldOf(deps, row)) {
    const why = await whyNotTell(deps, route, told, mustReceive)
    if (why !== undefined) return notTold[why]
  }
  return undefined
}

/** Why a row must not be sent, in words for the ledger. Undefined if it may. */
export const reasonNotToSend = async (deps: BotDeps, due: DuePost): Promise<string | undefined> => {
  const { row, settings, muted, superseded, unsubscribedAt } = due
  if (row.op === 'update' && superseded) return 'superseded by a later change of the same message'
  if (isRemoval(row) || isReadersUpdate(row)) return undefined
  if (byPerson(row) === 'own') return reasonNotToTell(deps, row, unsubscribedAt)
  // Muted after the event was decided.
  if (muted && row.op === 'post' && byPerson(row) !== 'asked') return leftOutReasons.mute
  return (
    leftToDigest(settings, row) ??
    (await audienceChanged(deps, due)) ??
    reasonNotToTell(deps, row, unsubscribedAt)
  )
}
