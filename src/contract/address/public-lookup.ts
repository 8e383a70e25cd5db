import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isPrivateAddress } from './private-address.ts'

/** A host name resolved to a private address. */
export class NotPublic extends Error {
  override name = 'NotPublic' as const
  readonly code = 'ENOTPUBLIC'
}

export type Resolve = typeof lookup

/** Refuses a host name that resolves to a private address, except in the open networks. The connection uses the addresses that were checked. */
export const publicLookup =
  (resolve: Resolve = lookup, open: readonly string[] = []): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 4)
      const [first] = addresses
      if (!first || addresses.some(({ address }) => isPrivateAddress(address, open)))
        return callback(new NotPublic(`${hostname} is not public`), '', 4)
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }
