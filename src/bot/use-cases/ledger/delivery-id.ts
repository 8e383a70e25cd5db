import type { DeliveryKey } from '../../store/ledger/deliveries.ts'
import type { BotDeps } from '../../deps.ts'

/**
 * What a message bears in its metadata. Made of what it is about, so that a row which a failover lost and the same
 * event brings again is known to be posted.
 */
export const deliveryId = (
  { instance }: Pick<BotDeps, 'instance'>,
  { channel, kind, objectUuid }: DeliveryKey,
): string => instance.idOf(`${channel} ${kind} ${objectUuid}`)
