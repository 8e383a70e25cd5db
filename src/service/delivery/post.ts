import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Agent, request } from 'undici'
import { limits } from '../../contract/limits.ts'
import { failureWords, NotPublic } from './failure-words.ts'
import { isPrivateAddress } from './private-address.ts'

/** Resolves to undefined if the receiver accepted, or else to the reason why it failed. */
export type Post = (
  url: string,
  body: string,
  signal: AbortSignal,
  headers?: Readonly<Record<string, string>>,
) => Promise<string | undefined>

export interface Poster extends AsyncDisposable {
  readonly post: Post
  /** A failure after closing says nothing about the receiver. */
  readonly closed: () => boolean
}

type Resolve = typeof lookup

/** Refuses a host name that resolves to a private address. The connection uses the addresses that were checked. */
const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 4)
      const [first] = addresses
      if (!first || addresses.some(({ address }) => isPrivateAddress(address)))
        return callback(new NotPublic(`${hostname} is not public`), '', 4)
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }

/** Any 2xx within 10 s is a success. Redirects are not followed. */
export const openPost = (
  { privateHooks }: { privateHooks: boolean },
  { resolve = lookup }: { resolve?: Resolve } = {},
): Poster => {
  let closed = false
  const agent = new Agent({
    connect: privateHooks ? {} : { lookup: publicLookup(resolve) },
    pipelining: 1,
    keepAliveTimeout: 30_000,
  })
  return {
    post: async (url, body, signal, headers = {}) => {
      try {
        const answer = await request(url, {
          dispatcher: agent,
          method: 'POST',
          headers: {
            ...headers,
            'content-type': 'application/json',
            'user-agent': 'Onboarding-Project-Service',
          },
          body,
          signal: AbortSignal.any([signal, AbortSignal.timeout(limits.receiverTimeoutMs)]),
        })
        // An unread body would block the connection.
        await answer.body.dump({ limit: 65_536 }).catch(() => undefined)
        return answer.statusCode >= 200 && answer.statusCode < 300
          ? undefined
          : `answered ${answer.statusCode}`
      } catch (error) {
        return failureWords(error)
      }
    },
    closed: () => closed,
    [Symbol.asyncDispose]: async () => {
      closed = true
      await agent.destroy()
    },
  }
}
