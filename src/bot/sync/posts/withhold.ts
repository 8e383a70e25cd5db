import { settleUnposted } from './store/attempts.ts'
import { type PostRow, forget, waitingIn } from './store/posts.ts'
import type { Tx } from '../../store/database.ts'
import { isForReaders } from './follow-readers.ts'
import { isCard, kindOf } from './kinds.ts'
import { briefIfReadable, isRemoval } from './post-facts.ts'

/** What a person did stays, and so does what takes something back, or says who reads replies. */
const stays = (row: PostRow): boolean => {
  if (row.ts !== null) return isRemoval(briefIfReadable(row)) || isForReaders(row)
  return row.inbox_id === null && kindOf(row.kind)?.byPerson?.(row.object_uuid) === 'own'
}

/**
 * Cancels what waits when somebody confirms other readers. Waiting cards are deleted, so that the next one is made for
 * these.
 */
export const withholdWaiting = async (
  tx: Tx,
  channel: string,
  reason: string,
  now: number,
): Promise<void> => {
  for (const row of await waitingIn(tx.sql, channel)) {
    if (isCard(row.kind) && row.ts === null) {
      if (row.state !== 'sending') await forget(tx.sql, row)
    } else if (!stays(row)) await settleUnposted(tx.sql, row, { state: 'skipped', error: reason }, now)
  }
}
