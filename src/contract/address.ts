import { BlockList, isIP, type LookupFunction } from 'node:net'
import { lookup } from 'node:dns'
import { domainToASCII } from 'node:url'
import { z } from 'zod'

/**
 * Addresses that no public server has: IANA's special-purpose addresses for IPv4 and IPv6 (RFC 6890 and its
 * updates), multicast, and the internal addresses of clouds. Whole prefixes that embed an IPv4 address are refused,
 * because a translator or a tunnel could reach that address. IPv4-mapped addresses are compared as IPv4.
 */
const special: readonly (readonly [net: string, what: string])[] = [
  ['0.0.0.0/8', 'this network'],
  ['10.0.0.0/8', 'private use'],
  ['100.64.0.0/10', 'shared by carriers; 100.100.100.200 is Alibaba’s metadata'],
  ['127.0.0.0/8', 'loopback'],
  ['168.63.129.16/32', 'Azure’s platform, from inside'],
  ['169.254.0.0/16', 'link-local; 169.254.169.254 is most clouds’ metadata'],
  ['172.16.0.0/12', 'private use'],
  ['192.0.0.0/24', 'protocol assignments; 192.0.0.192 is Oracle’s metadata'],
  ['192.0.2.0/24', 'documentation'],
  ['192.31.196.0/24', 'AS112'],
  ['192.52.193.0/24', 'AMT'],
  ['192.88.99.0/24', '6to4 relays'],
  ['192.168.0.0/16', 'private use'],
  ['192.175.48.0/24', 'AS112'],
  ['198.18.0.0/15', 'benchmarks'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved, and broadcast'],
  ['::/96', 'unspecified, loopback, IPv4-compatible'],
  ['::ffff:0:0:0/96', 'IPv4-translated'],
  ['64:ff9b::/96', 'NAT64'],
  ['64:ff9b:1::/48', 'NAT64 in private use'],
  ['100::/64', 'discarded'],
  ['100:0:0:1::/64', 'dummy prefix'],
  ['2001::/23', 'protocol assignments: Teredo, benchmarks, AMT, ORCHID and others'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', '6to4'],
  ['2620:4f:8000::/48', 'AS112'],
  ['3fff::/20', 'documentation'],
  ['5f00::/16', 'segment routing'],
  ['fc00::/7', 'private use; fd00:ec2::254 is Amazon’s metadata'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'site-local, deprecated'],
  ['ff00::/8', 'multicast'],
]

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6')

const listOf = (networks: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = familyOf(address)
    list.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return list
}

const list = listOf(special.map(([network]) => network))

/** False for anything that is not an address, and for addresses in the `open` networks. */
export const isPrivateAddress = (address: string, open: readonly string[] = []): boolean => {
  if (isIP(address) === 0) return false
  const family = familyOf(address)
  return list.check(address, family) && !listOf(open).check(address, family)
}

/** `hostname` is a URL's. A name may still resolve to a private address: `publicLookup` refuses that. */
export const isPrivateHost = (hostname: string, open: readonly string[] = []): boolean => {
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  return host === 'localhost' || host.endsWith('.localhost') || isPrivateAddress(host, open)
}

/** Names that no public DNS has: a single word, and the endings that are reserved for networks of one's own. */
const privateName = /^[a-z0-9_-]+$|\.(internal|local|lan|home\.arpa|svc)$/i

/** Whether a URL's host is in a network of one's own, as far as the address says. */
export const isOwnNetwork = (hostname: string): boolean =>
  isPrivateHost(hostname) || privateName.test(hostname.replace(/\.$/, ''))

export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)

export class NotPublic extends Error {
  override name = 'NotPublic' as const
  readonly code = 'ENOTPUBLIC'
}

export type Resolve = typeof lookup

/** Refuses names of private addresses outside the `open` networks. The connection uses the addresses it checked. */
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

/**
 * An email address in the spelling in which browsers send what is typed into a form: in small letters, an international
 * domain in ASCII.
 */
export const emailSpelling = (text: string): string => {
  const [, name = '', domain = ''] = /^([^@]*)@([^@]*)$/.exec(text.trim().toLowerCase()) ?? []
  const ascii = /\P{ASCII}/u.test(domain) ? domainToASCII(domain) : domain
  return ascii === '' ? text.trim().toLowerCase() : `${name}@${ascii}`
}

/** In that spelling. As HTML's `<input type=email>` decides it. */
export const isEmail = (text: string): boolean => text.length <= 254 && z.regexes.html5Email.test(text)

/** An http or https address without user, query, or fragment. */
export const isWebAddress = (text: string): boolean => {
  const url = URL.parse(text)
  // Paths are appended to the address. Even an empty query or fragment, as in `https://host/?`, would swallow them.
  return url !== null && /^https?:\/\/[^?#]+$/i.test(text) && !url.username && !url.password
}

export const withoutSlashes = (address: string): string => address.replace(/\/+$/, '')

/** Every path of the interface begins with /v1, so an address that ends in it would answer 404 to all of them. */
export const endsInVersion = (address: string): boolean => address.endsWith('/v1')
export const withoutVersion = (address: string): string => address.replace(/(\/v1)+$/, '')

/** A line break copied along with a key would make the first request fail. */
export const isOneWord = (text: string): boolean => /^[\x21-\x7e]+$/.test(text)

export type AddressProblem = 'no-address' | 'version' | 'no-https' | 'private'

export interface TrackerPlaces {
  readonly production: boolean
  /** Private networks that are open to trackers in production, such as `10.0.0.0/8`. Default none. */
  readonly trackerNetworks?: readonly string[]
}

/** In production, nobody reaches our own network through the bot, except where the operator opened it. */
export const trackerAddressProblem = (address: string, { production, trackerNetworks }: TrackerPlaces) => {
  if (!isWebAddress(address)) return 'no-address'
  if (endsInVersion(address)) return 'version'
  const { protocol, hostname } = new URL(address)
  if (production && isPrivateHost(hostname, trackerNetworks)) return 'private'
  return protocol === 'https:' || isLoopback(hostname) ? undefined : 'no-https'
}

/** The host in a URL by which this machine reaches a program that listens on `host`. */
export const urlHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return isIP(host) === 6 ? `[${host}]` : host
}
