import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Deliveries are signed as in the Standard Webhooks specification: `webhook-signature` lists signatures, separated
 * by spaces, each `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. There are two while a secret is replaced.
 */
const signatureHeaders = {
  id: 'webhook-id',
  at: 'webhook-timestamp',
  signatures: 'webhook-signature',
} as const

const prefix = 'whsec_'

export const freshSecret = (): string => prefix + randomBytes(32).toString('base64')

export const isSecret = (text: unknown): text is string => typeof text === 'string' && text.startsWith(prefix)

/** How long a replaced secret stays valid. */
export const secretOverlapMs = 86_400_000

/** A delivery that was signed earlier than this may be a replay. */
const mostSkewSeconds = 300

/** `at` is in seconds. `body` is exactly what is sent. */
export interface Signed {
  readonly id: string
  readonly at: number | string
  readonly body: string | Buffer
}

const macOf = (secret: string, { id, at, body }: Signed): Buffer =>
  createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(`${id}.${at}.`)
    .update(body)
    .digest()

/** The signature headers of a delivery, with one signature per secret. */
export const signedWith = (secrets: readonly string[], signed: Signed): Record<string, string> => ({
  [signatureHeaders.id]: signed.id,
  [signatureHeaders.at]: String(signed.at),
  [signatureHeaders.signatures]: secrets
    .map((secret) => `v1,${macOf(secret, signed).toString('base64')}`)
    .join(' '),
})

const oneOf = (header: string | string[] | undefined): string => (typeof header === 'string' ? header : '')

/** Whether one of the secrets signed this body, within five minutes of `now` (ms). */
export const isSignedBy = (
  secrets: readonly string[],
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: Buffer,
  now: number,
): boolean => {
  const [id, at] = [oneOf(headers[signatureHeaders.id]), oneOf(headers[signatureHeaders.at])]
  if (id === '' || !/^\d{1,15}$/.test(at) || Math.abs(now / 1_000 - Number(at)) > mostSkewSeconds)
    return false
  const given = oneOf(headers[signatureHeaders.signatures])
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice('v1,'.length), 'base64'))
  const macs = secrets.map((secret) => macOf(secret, { id, at, body }))
  return macs.some((mac) => given.some((one) => one.length === mac.length && timingSafeEqual(one, mac)))
}
