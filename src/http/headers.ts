import type { IncomingMessage } from 'node:http'

/** Answers hold an organization's data, so nothing may cache them. `isSecure`: people reach the program by https. */
export const commonHeaders = (isSecure: boolean) => ({
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  ...(isSecure && { 'strict-transport-security': 'max-age=31536000' }),
})

/** A proxy may have looked at the other one. */
export const hasTwoHosts = ({ headersDistinct }: IncomingMessage): boolean =>
  (headersDistinct['host']?.length ?? 0) > 1

/** With `__Host-`, a browser takes the cookie only from this host, over https, and for all its paths. */
export const cookieName = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name)
