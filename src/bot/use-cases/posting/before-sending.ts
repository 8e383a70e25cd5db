import { isSuperseded } from '../../store/ledger/delivered.ts'
import type { DeliveryRow } from '../../store/ledger/deliveries.ts'
import { muteOf } from '../../store/channels/channel-mutes.ts'
import { leftOutReasons } from '../../store/ledger/left-out.ts'
import { subscriptionsOf } from '../../store/channels/subscriptions.ts'
import type { BotDeps } from '../../deps.ts'
import { pauseAndTell } from './pause-channel.ts'
import { heldBySettings } from '../ledger/settings-applied.ts'

/** It takes words back: said whoever reads the channel by now. */
const isRemoval = ({ kind, object_uuid: uuid }: DeliveryRow) =>
  kind === 'comment_tombstone' || uuid.endsWith('@deleted')

/** A person's own comment, shown where they gave the command: no subscription brought it. */
const isOwn = ({ kind, inbox_id: inbox }: DeliveryRow) => kind === 'comment' && inbox === null

/** Somebody wanted it here and now: the card of a project they created, a digest by hand. */
const isAsked = ({ kind, inbox_id: inbox, object_uuid: uuid }: DeliveryRow) =>
  inbox === null && (kind === 'project_card' || (kind === 'digest' && uuid.startsWith('digest@by-hand')))

/**
 * Who reads the channel is asked at the last moment. Seen to be shared with another organization though it was
 * not when somebody subscribed it: that is paused before anything is posted. Where Slack does not say who reads
 * it, the decision stands, which took it for shared.
 */
const audienceChanged = async (deps: BotDeps, row: DeliveryRow): Promise<string | undefined> => {
  const { channel } = row
  const subscriptions = await subscriptionsOf(deps.database.sql, channel)
  if (subscriptions.length === 0) return undefined
  const running = subscriptions.filter(({ paused }) => paused === undefined)
  if (running.length === 0) return 'the channel is paused'
  if (running.every(({ sharedWhenMade }) => sharedWhenMade)) return undefined
  const { shared, unread } = await deps.slack.channel(channel)
  if (!shared || unread) return undefined
  await deps.database.transaction((tx) => pauseAndTell(deps, tx, channel, 'shared', { madeUnshared: true }))
  return 'the channel was paused: shared'
}

/** Asked right before a row of the ledger is said: why it must not be, in words for the ledger. */
export const reasonNotToSend = async (deps: BotDeps, row: DeliveryRow): Promise<string | undefined> => {
  if (row.op === 'update' && (await isSuperseded(deps.database.sql, row)))
    return 'superseded by a later change of the same message'
  if (isRemoval(row) || isOwn(row)) return undefined
  // Muted since it was decided.
  const muted =
    row.op === 'post' && !isAsked(row)
      ? (await muteOf(deps.database.sql, deps.now(), row.channel)) && leftOutReasons.mute
      : undefined
  return muted ?? (await heldBySettings(deps, row)) ?? audienceChanged(deps, row)
}
