import { isIP } from 'node:net'

/** Whether only this machine reaches an address. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)

/** Outside production nobody signs in: whoever reaches a port may do everything. */
export const exposure = {
  refusal:
    'must be a loopback address outside production, where nobody signs in; set PLAYGROUND_EXPOSE=1 to let everybody in who reaches it',
  warning:
    'PLAYGROUND_EXPOSE=1: whoever reaches this machine may read and change everything here, and act as anybody.',
} as const

const hostnameOf = (host: string): string | undefined => {
  const url = `http://${host}`
  return /[/?#@\\]/.test(host) || !URL.canParse(url) ? undefined : new URL(url).hostname
}

interface Known {
  readonly production: boolean
  readonly host: string
  readonly ownUrls: readonly string[]
}

/**
 * Whether a request may name this host. Another name that leads to a loopback address is a site's trick to get
 * its own page read access here (DNS rebinding). In production a proxy knows the names.
 */
export const hostsKnownTo = ({ production, host, ownUrls }: Known) => {
  if (production) return undefined
  const own = new Set(
    [host, ...ownUrls.map((url) => new URL(url).hostname)].map((name) => name.toLowerCase()),
  )
  return (asked: string | undefined): boolean => {
    const name = hostnameOf(asked ?? '')
    if (name === undefined) return false
    const bare = name.replace(/^\[|\]$/g, '')
    // Whoever comes by an address asked no name server that could have lied.
    return isLoopback(name) || own.has(name) || own.has(bare) || (!isLoopback(host) && isIP(bare) !== 0)
  }
}
