import { isIP } from 'node:net'

/** What a URL on this machine calls the address that a program listens on. */
export const urlHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return isIP(host) === 6 ? `[${host}]` : host
}
