/** By the start of Node's and undici's error codes. They leave out the address, which may be an internal one. */
const words: readonly (readonly [codes: RegExp, text: string])[] = [
  [/^ENOTPUBLIC$/, 'the host name resolves to a private address'],
  [/^(?:ENOTFOUND|EAI_|ENODATA|ESERVFAIL)/, 'host name not found'],
  [/^ECONNREFUSED$/, 'connection refused'],
  [/^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|UND_ERR_HEADERS_TIMEOUT|TimeoutError)$/, 'no answer within 10 s'],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'connection closed without an answer'],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'host unreachable'],
  [/^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|EPROTO)/, 'certificate not accepted'],
  [/^(?:HPE_|UND_ERR_HEADERS_OVERFLOW)/, 'the answer is not valid HTTP'],
]

const wordsFor = (code: string): string =>
  words.find(([codes]) => codes.test(code))?.[1] ?? 'connection failed'

/** Why an attempt failed, in plain words. */
export const failureWords = (error: unknown): string => {
  const { name, code, errors } = error as { name?: string; code?: string; errors?: readonly unknown[] }
  // Several addresses failed. The first one is shown.
  if (code === undefined && errors?.[0] !== undefined) return failureWords(errors[0])
  return wordsFor(code ?? name ?? '')
}
