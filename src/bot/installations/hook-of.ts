import type { Hook } from '../http/ingest.ts'
import { type Carrier, hookHash } from './carrier.ts'

/** Whose hook URL ends in this secret. */
export const hookOf =
  (carrier: Pick<Carrier, 'of' | 'byHook'>) =>
  async (secret: string): Promise<Hook | undefined> => {
    const found = await carrier.byHook(hookHash(secret))
    if (!found) return undefined
    const bound = await Promise.all(found.installations.map((one) => carrier.of(one)))
    return { isSigned: found.tracker.isSigned, stores: bound.flatMap((one) => one?.storeDelivery ?? []) }
  }
