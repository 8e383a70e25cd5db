import type { ChannelSettings } from '../../store/ledger/settings-in.ts'
import type { DeliveryRow } from '../../store/ledger/deliveries.ts'
import { briefOf, type Shown } from './delivery-facts.ts'

/** The task that a flat message must name, because it has no card above it. */
const taskNamed = (row: DeliveryRow, root: DeliveryRow): Shown['flat'] => {
  if (row.kind !== 'comment' && row.kind !== 'subtask_line') return true
  const { name = '', url } = briefOf(root)
  return { taskName: name, url }
}

/** How a channel wants a post: place, detail, broadcast. An attempted post keeps its place. */
export const asSet = (
  { layout, detail, broadcast }: ChannelSettings,
  row: DeliveryRow,
  root: DeliveryRow | undefined,
): Shown => {
  const compact = detail === 'compact'
  if (!root) return { compact }
  const was = briefOf(row).flat
  const flat = was ?? (layout !== 'threads' && row.state === 'waiting' ? taskNamed(row, root) : undefined)
  return flat === undefined ? { compact, broadcast: isIn(broadcast, row.kind) } : { compact, flat }
}

const isIn = (kinds: readonly string[], kind: string) => kinds.includes(kind)

/** What a digest-only channel still gets at once, besides the kinds that it broadcasts. */
const announced: readonly string[] = ['digest', 'quiet_digest', 'project_completed', 'missed']

/** Why a message is not posted: the channel is off, or receives only digests. */
export const heldBySettings = (
  { replies, layout, broadcast }: ChannelSettings,
  { op, kind }: DeliveryRow,
): string | undefined => {
  if (replies === 'off') return 'the channel is switched off in its settings'
  const told = op === 'post' && layout === 'digest' && !isIn(announced, kind) && !isIn(broadcast, kind)
  return told ? 'the channel receives digests alone' : undefined
}
