import { channelSettings } from '../../store/channels/channel-settings.ts'
import { type DeliveryRow, setFacts } from '../../store/ledger/deliveries.ts'
import type { TaskCardFacts } from '../../messages/events/task-card.ts'
import { oneWay } from '../../messages/replies/not-taken.ts'
import type { FlatTask } from '../../messages/events/flat.ts'
import type { BotDeps } from '../../deps.ts'
import { type Mark, markOnce } from '../answers/mark-message.ts'

/** How a message is shown, beside its own facts. */
export interface Shown {
  /** It stands in the channel itself; of which task, where it says so itself nowhere. */
  flat?: FlatTask | true
  compact?: boolean
  broadcast?: boolean
}

const withShown = (row: DeliveryRow, shown: Shown): DeliveryRow => ({
  ...row,
  facts: JSON.stringify({ ...(JSON.parse(row.facts) as object), ...shown }),
})

/** The task that a message in the channel itself has to name, since no card stands above it. */
const taskNamed = (row: DeliveryRow, root: DeliveryRow): FlatTask | true => {
  if (row.kind !== 'comment' && row.kind !== 'subtask_line') return true
  const { name, url } = JSON.parse(root.facts) as TaskCardFacts
  return { taskName: name, url }
}

/**
 * A post as its channel wants it: where it stands, how much it says, whether the channel sees it too. That it
 * stands flat is kept with the row, so that a second attempt looks for it there and an edit reads the same.
 */
export const asSet = async (
  deps: BotDeps,
  row: DeliveryRow,
  root: DeliveryRow | undefined,
): Promise<{ row: DeliveryRow; root: DeliveryRow | undefined }> => {
  const { layout, detail, broadcast } = await channelSettings(deps.database.sql, row.channel)
  const compact = detail === 'compact'
  if (!root) return { row: withShown(row, { compact }), root }
  const was = JSON.parse(row.facts) as Shown
  const flat =
    was.flat ?? (layout !== 'threads' && row.state === 'waiting' ? taskNamed(row, root) : undefined)
  if (flat === undefined) {
    const also = (broadcast as readonly string[]).includes(row.kind)
    return { row: withShown(row, { compact, broadcast: also }), root: withShown(root, { compact }) }
  }
  const shown = withShown(row, { compact, flat })
  await setFacts(deps.database.sql, row.id, shown.facts)
  return { row: shown, root: undefined }
}

/** The facts of a change, to be shown as the message that it changes is. */
export const likePosted = async (deps: BotDeps, row: DeliveryRow, posted: DeliveryRow): Promise<string> => {
  const { detail } = await channelSettings(deps.database.sql, row.channel)
  const { flat } = JSON.parse(posted.facts) as Shown
  return withShown(row, { compact: detail === 'compact', ...(flat && { flat }) }).facts
}

/** What is posted as it happens in a channel that receives digests alone, beside what it chose itself. */
const announced: ReadonlySet<string> = new Set(['digest', 'quiet_digest', 'project_completed', 'missed'])

/** Switched off, or left to the digest: why it is not posted. */
export const heldBySettings = async (deps: BotDeps, row: DeliveryRow): Promise<string | undefined> => {
  const { replies, layout, broadcast } = await channelSettings(deps.database.sql, row.channel)
  if (replies === 'off') return 'the channel is switched off in its settings'
  const told = row.op === 'post' && layout === 'digest' && !announced.has(row.kind)
  return told && !(broadcast as readonly string[]).includes(row.kind)
    ? 'the channel receives digests alone'
    : undefined
}

/** Whether replies in the channel become comments; if not, the person is told so once a thread. */
export const takesReplies = async (
  deps: BotDeps,
  reply: { channel: string; ts: string; threadTs: string; userId: string },
  taskName: string | undefined,
): Promise<boolean> => {
  const { replies } = await channelSettings(deps.database.sql, reply.channel)
  if (replies === 'two-way') return true
  const { channel, ts, threadTs, userId: user } = reply
  const told: Mark = { op: 'ephemeral', user, threadTs, message: oneWay({ taskName }) }
  const key = `one-way:${channel}:${threadTs}:${user}`
  await deps.database.transaction((tx) => markOnce(deps, tx, { channel, ts }, told, key))
  return false
}
