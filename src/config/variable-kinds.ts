import { isIP } from 'node:net'
import { z } from 'zod'
import { isLoopback } from '../contract/address/private-address.ts'
import {
  endsInVersion,
  isOneWord,
  isWebAddress,
  withoutSlashes,
  withoutVersion,
} from '../contract/address/tracker-address.ts'

/** The message says how to fix the value. It never contains the value, which may be a secret. */
const fit = (fits: (text: string) => boolean, wayOut: string) => z.string().refine(fits, { error: wayOut })

const parsed = (text: string) => (URL.canParse(text) ? new URL(text) : undefined)
const isDatabase = (text: string) =>
  /^sqlite:./.test(text) || (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text))
/** An IP address, or a network such as 10.0.0.0/8. */
const isAddress = (text: string) => {
  const [address = '', bits = '0', ...more] = text.split('/')
  const most = isIP(address) === 4 ? 32 : 128
  return isIP(address) !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most && more.length === 0
}
export const leadsHere = (text: string) => isLoopback(parsed(text)?.hostname ?? '')

export const port = fit(
  (text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535,
  'must be a port number, 0 to 65535',
).transform(Number)
export const count = fit((text) => /^[1-9]\d{0,8}$/.test(text), 'must be a whole number above 0').transform(
  Number,
)
export const flag = fit((text) => /^[01]$/.test(text), 'must be 1 or 0').transform((text) => text === '1')
export const web = fit(
  isWebAddress,
  'must be an http:// or https:// address, without user, query, or fragment',
).transform(withoutSlashes)
export const tracker = web.refine((url) => !endsInVersion(url), {
  error: ({ input }) => `must not end in /v1; set it to ${withoutVersion(String(input))}`,
})
export const credential = fit(isOneWord, 'must be one word without spaces or line breaks')
export const uuid = z.guid({ error: 'must be a UUID' }).transform((text) => text.toLowerCase())
export const database = fit(isDatabase, 'must begin with postgres:// or be sqlite: and a path')
export const delays = fit(
  (text) => /^\d+(\.\d+)?(\s*,\s*\d+(\.\d+)?)*$/.test(text),
  'must be seconds separated by commas, such as 1,5,30,120,600',
).transform((text) => text.split(',').map((seconds) => Math.round(Number(seconds) * 1_000)))
export const addresses = fit(
  (text) => text.split(',').every((part) => isAddress(part.trim())),
  'must be IP addresses or networks such as 10.0.0.0/8, separated by commas',
).transform((text) => text.split(',').map((part) => part.trim()))
export const pathSegment = fit(
  (text) => /^[A-Za-z0-9._~-]{16,}$/.test(text),
  'must be at least 16 letters, digits, dots, dashes, underscores, or tildes, because it is part of a URL; create one with: openssl rand -hex 24',
)

/** Exactly what `openssl rand -base64 32` prints. */
const encryptionKey = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/
export const encryptionKeys = fit(
  (text) => text.split(',').every((key) => encryptionKey.test(key.trim())),
  'must be base64 keys of 32 bytes, newest first, separated by commas; create one with: openssl rand -base64 32',
).transform((text) => text.split(',').map((key) => key.trim()))
