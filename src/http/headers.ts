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
