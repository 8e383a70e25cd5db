import type { Hook } from '../http/ingest.ts'
import { hashOf } from '../secrets/hash-of.ts'
import type { Carrier } from './carrier.ts'

/** Whose hook URL ends in this secret. */
export const hookOf =
  (carrier: Pick<Carrier, 'of' | 'byHook'>) =>
  async (secret: string): Promise<Hook | undefined> => {
    const found = await carrier.byHook(hashOf(secret))
    if (!found) return undefined
    const bound = await Promise.all(found.installations.map((one) => carrier.of(one)))
    return { isSigned: found.tracker.isSigned, stores: bound.flatMap((one) => one?.storeDelivery ?? []) }
  }
