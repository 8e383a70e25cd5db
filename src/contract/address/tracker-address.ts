import { isLoopback, isPrivateHost } from './private-address.ts'
import { isIP } from 'node:net'

/** An http or https address without user, query, or fragment. */
export const isWebAddress = (text: string): boolean => {
  const url = URL.parse(text)
  // A path is added to it, so even an empty query or fragment, as in `https://host/?`, would swallow that.
  return url !== null && /^https?:\/\/[^?#]+$/i.test(text) && !url.username && !url.password
}

export const withoutSlashes = (address: string): string => address.replace(/\/+$/, '')

/** Every path of the interface begins with /v1, so an address that ends in it would answer 404 to all of them. */
export const endsInVersion = (address: string): boolean => address.endsWith('/v1')
export const withoutVersion = (address: string): string => address.replace(/(\/v1)+$/, '')

/** A line break copied along with a key would make the first request fail. */
export const isOneWord = (text: string): boolean => /^[\x21-\x7e]+$/.test(text)

export type AddressProblem = 'no-address' | 'version' | 'no-https' | 'private'

/** Where an admin's tracker may live. */
export interface TrackerPlaces {
  readonly production: boolean
  /** Private networks that are open to trackers in production, such as `10.0.0.0/8`. Default none. */
  readonly trackerNetworks?: readonly string[]
}

/**
 * Why an admin's tracker can't have this address. In production, nobody reaches our own network through the bot, except
 * where the operator opened it.
 */
export const trackerAddressProblem = (address: string, { production, trackerNetworks }: TrackerPlaces) => {
  if (!isWebAddress(address)) return 'no-address'
  if (endsInVersion(address)) return 'version'
  const { protocol, hostname } = new URL(address)
  if (production && isPrivateHost(hostname, trackerNetworks)) return 'private'
  return protocol === 'https:' || isLoopback(hostname) ? undefined : 'no-https'
}

/** What a URL on this machine calls the address that a program listens on. */
export const urlHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return isIP(host) === 6 ? `[${host}]` : host
}
