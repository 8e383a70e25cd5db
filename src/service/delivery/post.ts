import { Agent, request } from 'undici'
import { publicLookup, type Resolve } from '../../contract/address.ts'
import { limits } from '../../contract/limits.ts'

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

export const failureWords = (error: unknown): string => {
  const { name, code, errors } = error as { name?: string; code?: string; errors?: readonly unknown[] }
  // Several addresses failed. The first one is shown.
  if (code === undefined && errors?.[0] !== undefined) return failureWords(errors[0])
  return words.find(([codes]) => codes.test(code ?? name ?? ''))?.[1] ?? 'connection failed'
}

interface Failure {
  readonly reason: string
  /** The receiver will never take this body. */
  readonly isFinal: boolean
}

/** What is wrong with the body stays wrong. Any other refusal may be a proxy's, for the time of a deployment. */
const finalRefusals: ReadonlySet<number> = new Set([413, 414, 415, 422, 431])

const failureOf = (status: number): Failure | undefined =>
  status >= 200 && status < 300
    ? undefined
    : { reason: `answered ${status}`, isFinal: finalRefusals.has(status) }

export type Poster = ReturnType<typeof openPost>

/** Any 2xx within 10 s is a success. Redirects are not followed. */
export const openPost = (
  { privateHooks }: { privateHooks: boolean },
  { resolve }: { resolve?: Resolve } = {},
) => {
  let closed = false
  const agent = new Agent({
    connect: privateHooks ? {} : { lookup: publicLookup(resolve) },
    pipelining: 1,
    keepAliveTimeout: 30_000,
  })
  return {
    /** Undefined if the receiver accepted. */
    post: async (url: string, body: string, signal: AbortSignal): Promise<Failure | undefined> => {
      try {
        const answer = await request(url, {
          dispatcher: agent,
          method: 'POST',
          headers: { 'content-type': 'application/json', 'user-agent': 'Onboarding-Project-Service' },
          body,
          signal: AbortSignal.any([signal, AbortSignal.timeout(limits.receiverTimeoutMs)]),
        })
        // An unread body would block the connection.
        await answer.body.dump({ limit: 65_536 }).catch(() => undefined)
        return failureOf(answer.statusCode)
      } catch (error) {
        return { reason: failureWords(error), isFinal: false }
      }
    },
    /** A failure after closing says nothing about the receiver. */
    closed: () => closed,
    [Symbol.asyncDispose]: async () => {
      closed = true
      await agent.destroy()
    },
  }
}
