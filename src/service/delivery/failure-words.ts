/** Resolved to an address that `isPrivateAddress` refuses. */
export class NotPublic extends Error {
  override name = 'NotPublic' as const
  readonly code = 'ENOTPUBLIC'
}

/** By the start of Node's and undici's error codes. The address that failed is nobody's business: it may be inside. */
const words: readonly (readonly [codes: RegExp, text: string])[] = [
  [/^ENOTPUBLIC$/, 'its name leads to an address that is not public'],
  [/^(?:ENOTFOUND|EAI_|ENODATA|ESERVFAIL)/, 'its host name was not found'],
  [/^ECONNREFUSED$/, 'it refused the connection'],
  [/^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|UND_ERR_HEADERS_TIMEOUT|TimeoutError)$/, 'no answer within 10 s'],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'it closed the connection without an answer'],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'it cannot be reached'],
  [/^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|EPROTO)/, 'its certificate is not accepted'],
  [/^(?:HPE_|UND_ERR_HEADERS_OVERFLOW)/, 'its answer is not HTTP'],
]

const wordsFor = (code: string): string =>
  words.find(([codes]) => codes.test(code))?.[1] ?? 'the connection failed'

/** Why an attempt failed, in words that a subscriber's team can read. */
export const failureWords = (error: unknown): string => {
  const { name, code, errors } = error as { name?: string; code?: string; errors?: readonly unknown[] }
  // Several addresses were tried: the first tells as much as all.
  if (code === undefined && errors?.[0] !== undefined) return failureWords(errors[0])
  return wordsFor(code ?? name ?? '')
}

/** A reason as it was stored, also by versions that stored `ECONNREFUSED: connect ECONNREFUSED 10.0.0.1:80`. */
export const shownFailure = (stored: string | null): string | null => {
  const code = /^([A-Z][A-Z_0-9]+): /.exec(stored ?? '')?.[1]
  return code === undefined ? stored : wordsFor(code)
}
