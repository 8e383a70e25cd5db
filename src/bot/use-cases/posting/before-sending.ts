import type { DeliveryRow } from '../../store/ledger/deliveries.ts'
import { leftOutReasons } from '../../store/ledger/left-out.ts'
import type { DuePost } from '../../store/posting/due-post.ts'
import type { BotDeps } from '../../deps.ts'
import { briefOf } from '../ledger/delivery-facts.ts'
import { leftToDigest } from '../ledger/policy.ts'
import { pauseAndTell } from './pause-channel.ts'

/** It takes words back: said whoever reads the channel by now. */
const isRemoval = ({ kind, object_uuid: uuid }: DeliveryRow) =>
  kind === 'comment_tombstone' || uuid.endsWith('@deleted')

/** A person's own comment, shown where they gave the command: no subscription brought it. */
export const isOwn = (row: DeliveryRow) =>
  row.kind === 'comment' && row.inbox_id === null && briefOf(row).passedOn !== true

/** Somebody wanted it here and now: the card of a project they created, a digest by hand. */
const isAsked = ({ kind, inbox_id: inbox, object_uuid: uuid }: DeliveryRow) =>
  inbox === null && (kind === 'project_card' || (kind === 'digest' && uuid.startsWith('digest@by-hand')))

/**
 * Who reads the channel is asked at the last moment. Seen to be shared with another organization though it was
 * not when somebody subscribed it: that is paused before anything is posted. Where Slack does not say who reads
 * it, the decision stands, which took it for shared.
 */
const audienceChanged = async (
  deps: BotDeps,
  { row: { channel }, subscriptions }: DuePost,
): Promise<string | undefined> => {
  if (subscriptions === 'paused') return 'the channel is paused'
  if (subscriptions !== 'unaware') return undefined
  const { shared, withGuests, unread } = await deps.slack.channel(channel)
  if (!shared || unread) return undefined
  const reason = withGuests ? 'guests' : 'shared'
  await deps.database.transaction((tx) => pauseAndTell(deps, tx, channel, reason, { madeUnshared: true }))
  return `the channel was paused: ${reason}`
}

/** Asked right before a row of the ledger is said: why it must not be, in words for the ledger. */
export const reasonNotToSend = async (deps: BotDeps, due: DuePost): Promise<string | undefined> => {
  const { row, settings, muted, superseded } = due
  if (row.op === 'update' && superseded) return 'superseded by a later change of the same message'
  if (isRemoval(row) || isOwn(row)) return undefined
  // Muted since it was decided.
  if (muted && row.op === 'post' && !isAsked(row)) return leftOutReasons.mute
  return leftToDigest(settings, row) ?? audienceChanged(deps, due)
}
