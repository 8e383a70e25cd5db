import { Agent, request } from 'undici'
import { publicLookup, type Resolve } from '../../contract/address/public-lookup.ts'
import { limits } from '../../contract/limits.ts'
import { failureWords } from './failure-words.ts'

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

/** Resolves to undefined if the receiver accepted. */
type Post = (url: string, body: string, signal: AbortSignal) => Promise<Failure | undefined>

export interface Poster extends AsyncDisposable {
  readonly post: Post
  /** A failure after closing says nothing about the receiver. */
  readonly closed: () => boolean
}

/** Any 2xx within 10 s is a success. Redirects are not followed. */
export const openPost = (
  { privateHooks }: { privateHooks: boolean },
  { resolve }: { resolve?: Resolve } = {},
): Poster => {
  let closed = false
  const agent = new Agent({
    connect: privateHooks ? {} : { lookup: publicLookup(resolve) },
    pipelining: 1,
    keepAliveTimeout: 30_000,
  })
  return {
    post: async (url, body, signal) => {
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
    closed: () => closed,
    [Symbol.asyncDispose]: async () => {
      closed = true
      await agent.destroy()
    },
  }
}
