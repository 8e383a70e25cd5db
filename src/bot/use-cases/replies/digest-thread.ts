import type { DeliveryRow } from '../../store/ledger/deliveries.ts'
import { digestReply } from '../../messages/replies/not-taken.ts'
import type { BotDeps } from '../../deps.ts'
import { type Mark, markOnce } from '../answers/mark-message.ts'

const digests: ReadonlySet<string> = new Set(['digest', 'quiet_digest'])

/** A reply under a digest is a comment on nothing: the person hears how to comment, once a thread. */
export const tellUnderDigest = async (
  deps: BotDeps,
  { channel, ts, threadTs, userId: user }: { channel: string; ts: string; threadTs: string; userId: string },
  root: DeliveryRow,
): Promise<void> => {
  if (!digests.has(root.kind)) return
  const told: Mark = { op: 'ephemeral', user, threadTs, message: digestReply() }
  const key = `digest:${channel}:${threadTs}:${user}`
  await deps.database.transaction((tx) => markOnce(deps, tx, { channel, ts }, told, key))
}
