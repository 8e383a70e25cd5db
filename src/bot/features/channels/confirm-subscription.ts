import { isConfirmedFor } from '../../audience/readers.ts'
import { type NewSubscription, putSubscription, subscriptionsOf } from '../../audience/store/subscriptions.ts'
import { withholdWaiting } from '../../sync/posts/withhold.ts'
import type { Tx } from '../../store/database.ts'
import type { Given } from '../../audience/consent.ts'

/** Creates or resumes a subscription for the channel's current readers. Returns whether it existed. */
export const confirmSubscription = async (
  tx: Tx,
  subscription: Omit<NewSubscription, 'readers'>,
  { readers }: Given,
): Promise<boolean> => {
  const { channel, scope, target, createdAt } = subscription
  const before = await subscriptionsOf(tx.sql, channel)
  // Waiting messages were made for the readers of that time.
  if (before.some(({ paused, readers: known }) => paused || !isConfirmedFor(known, readers)))
    await withholdWaiting(tx, channel, 'decided before somebody confirmed who reads the channel', createdAt)
  await putSubscription(tx, { ...subscription, readers })
  return before.some((one) => one.scope === scope && one.target === target)
}
