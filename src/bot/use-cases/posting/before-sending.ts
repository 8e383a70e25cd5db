import type { DeliveryRow } from '../../store/ledger/deliveries.ts'
import { leftOutReasons } from '../../store/ledger/left-out.ts'
import type { DuePost } from '../../store/posting/due-post.ts'
import type { BotDeps } from '../../deps.ts'
import { briefOf, readFacts, reportSchema } from '../ledger/delivery-facts.ts'
import { leftToDigest } from '../ledger/policy.ts'
import { pauseAndTell } from './pause-channel.ts'

/** Removals are posted even if other people can read the channel now. */
const isRemoval = ({ kind, object_uuid: uuid }: DeliveryRow) =>
  kind === 'comment_tombstone' || uuid.endsWith('@deleted')

/** A person's own doing, shown where they did it: a comment, or a thread that they synced. */
export const isOwn = (row: DeliveryRow) =>
  row.kind === 'thread_synced' ||
  (row.kind === 'comment' && row.inbox_id === null && briefOf(row).passedOn !== true)

/** A person asked for it here: the card of a created project, or a digest by hand. */
const isAsked = ({ kind, inbox_id: inbox, object_uuid: uuid }: DeliveryRow) =>
  inbox === null && (kind === 'project_card' || (kind === 'digest' && uuid.startsWith('digest@by-hand')))

/**
 * Checks at the last moment who reads the channel. If it is now shared, but was not when it was subscribed,
 * pauses it before posting. If Slack does not say, posts: the message was made for a shared channel.
 */
const audienceChanged = async (
  deps: BotDeps,
  { row: { channel }, subscriptions }: DuePost,
): Promise<string | undefined> => {
  if (subscriptions === 'paused') return 'the channel is paused'
  if (subscriptions !== 'unaware') return undefined
  const { shared, withGuests, readersUnknown } = await deps.slack.channel(channel)
  if (!shared || readersUnknown) return undefined
  const reason = withGuests ? 'guests' : 'shared'
  await deps.database.transaction((tx) => pauseAndTell(deps, tx, channel, reason, { madeUnshared: true }))
  return `the channel was paused: ${reason}`
}

/** A report counts for the readers that the channel had when it was made. */
const countedForOthers = async (deps: BotDeps, row: DeliveryRow): Promise<string | undefined> => {
  if (row.kind !== 'report' || readFacts(reportSchema, row).ofChannel === true) return undefined
  const { shared } = await deps.slack.channel(row.channel)
  return shared ? 'the channel became shared after the report was made' : undefined
}

/** Why a row must not be sent, in words for the ledger. Undefined if it may. */
export const reasonNotToSend = async (deps: BotDeps, due: DuePost): Promise<string | undefined> => {
  const { row, settings, muted, superseded } = due
  if (row.op === 'update' && superseded) return 'superseded by a later change of the same message'
  if (isRemoval(row) || isOwn(row)) return undefined
  // Muted after the event was decided.
  if (muted && row.op === 'post' && !isAsked(row)) return leftOutReasons.mute
  return leftToDigest(settings, row) ?? (await countedForOthers(deps, row)) ?? audienceChanged(deps, due)
}
