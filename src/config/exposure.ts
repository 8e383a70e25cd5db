import { isIP } from 'node:net'
import { isLoopback } from '../contract/address.ts'

/** Outside production there is no sign-in, so anybody who reaches a port can do everything. */
export const exposure = {
  refusal:
    'must be a loopback address outside production, because there is no sign-in there; to allow other addresses, and let in everyone who can reach them, set PLAYGROUND_EXPOSE=1',
  warning:
    'PLAYGROUND_EXPOSE=1: anybody who can reach this machine can read and change everything here, as any user.',
} as const

const hostnameOf = (host: string): string | undefined => {
  const url = `http://${host}`
  return /[/?#@\\]/.test(host) || !URL.canParse(url) ? undefined : new URL(url).hostname
}

interface ListeningConfig {
  readonly production: boolean
  readonly host: string
  readonly ownUrls: readonly string[]
}

/** With DNS rebinding, another site's name leads here, and that site reads our pages. In production, the proxy checks. */
export const hostsKnownTo = ({ production, host, ownUrls }: ListeningConfig) => {
  if (production) return undefined
  const own = new Set(
    [host, ...ownUrls.map((url) => new URL(url).hostname)].map((name) => name.toLowerCase()),
  )
  return (hostHeader: string | undefined): boolean => {
    const name = hostnameOf(hostHeader ?? '')
    if (name === undefined) return false
    const bare = name.replace(/^\[|\]$/g, '')
    // An IP address needs no name server, so it can't be rebound.
    return isLoopback(name) || own.has(name) || own.has(bare) || (!isLoopback(host) && isIP(bare) !== 0)
  }
}
