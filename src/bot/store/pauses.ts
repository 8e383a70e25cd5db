import { changedAny } from '../../database/statement.ts'
import type { ChangingTx } from './subscriptions.ts'

/* Which subscriptions are paused, and for which readers they were confirmed. */

/** Default: all active ones. */
export interface PauseWhich {
  /** Only those last confirmed before this time, in ms. Later ones already took the change into account. */
  confirmedBefore?: number | undefined
  /** Only those that were confirmed for readers with one of these keys. */
  readers?: readonly string[] | undefined
}

/** Returns those that were active, so that their subscribers can be told. */
export const pauseChannel = async (
  tx: ChangingTx,
  channel: string,
  reason: string,
  now: number,
  which: PauseWhich = {},
): Promise<{ createdBy: string; label: string }[]> => {
  const { confirmedBefore = Number.MAX_SAFE_INTEGER, readers } = which
  return tx.sql
    .updateTable('subscription')
    .set({ paused_at: now, paused_reason: reason })
    .where('channel', '=', channel)
    .where('paused_at', 'is', null)
    .where('confirmed_at', '<', confirmedBefore)
    .$if(readers !== undefined, (query) => query.where('readers', 'in', readers ?? []))
    .returning(['created_by as createdBy', 'label'])
    .execute()
}

/** False if no pause has this reason. */
export const resumeChannel = (tx: ChangingTx, channel: string, reason: string): Promise<boolean> =>
  changedAny(
    tx.sql
      .updateTable('subscription')
      .set({ paused_at: null, paused_reason: null })
      .where('channel', '=', channel)
      .where('paused_reason', '=', reason),
  )

/** The channel is no longer shared. If it is shared again, its subscriptions are paused. */
export const forgetShared = async (tx: ChangingTx, channel: string): Promise<void> => {
  await tx.sql.updateTable('subscription').set({ readers: '' }).where('channel', '=', channel).execute()
}
