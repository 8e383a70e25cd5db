import type { Hook } from '../http/ingest.ts'
import { hashOf } from '../secrets/hash-of.ts'
import type { Carrier } from './carrier.ts'

/** Whose hook URL ends in this secret. */
export const hookOf =
  (carrier: Pick<Carrier, 'byHook' | 'inbox'>) =>
  async (secret: string): Promise<Hook | undefined> => {
    const found = await carrier.byHook(hashOf(secret))
    return found && { isSigned: found.tracker.isSigned, stores: found.installations.map(carrier.inbox) }
  }
