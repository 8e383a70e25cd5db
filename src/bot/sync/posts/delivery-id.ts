import type { DeliveryKey } from './store/deliveries.ts'
import type { BotDeps } from '../../deps/deps.ts'

/** The id in a message's metadata. It depends only on the message's subject, so two nodes derive the same. */
export const deliveryId = (
  { instance }: Pick<BotDeps, 'instance'>,
  { channel, kind, objectUuid }: DeliveryKey,
): string => instance.idOf(`${channel} ${kind} ${objectUuid}`)
