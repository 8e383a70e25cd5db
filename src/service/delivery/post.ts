import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Agent, request } from 'undici'
import { limits } from '../../contract/limits.ts'
import { isPrivateAddress } from './private-address.ts'

/** Undefined when the attempt was delivered, else why it failed. */
export type Post = (url: string, body: string, signal: AbortSignal) => Promise<string | undefined>

export interface Poster extends AsyncDisposable {
  readonly post: Post
  /** An attempt that ends after closing says nothing about its receiver. */
  readonly closed: () => boolean
}

/** Refuses a name that resolves to a private address. The connection uses this answer, so it cannot change. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 4)
    if (addresses.some(({ address }) => isPrivateAddress(address)))
      return callback(new Error('it resolves to a private address'), '', 4)
    const [first] = addresses
    if (options.all) return callback(null, addresses)
    callback(first ? null : new Error('it has no address'), first?.address ?? '', first?.family ?? 4)
  })
}

const words = (error: unknown): string => {
  const { name, code, message } = error as { name?: string; code?: string; message?: string }
  if (name === 'TimeoutError' || code === 'UND_ERR_HEADERS_TIMEOUT') return 'no answer within 10 s'
  return (code ? `${code}: ${message}` : (message ?? 'failed')).slice(0, 300)
}

/** Any 2xx within 10 s is success; redirects are not followed. */
export const openPost = ({ privateHooks }: { privateHooks: boolean }): Poster => {
  let closed = false
  const agent = new Agent({
    connect: privateHooks ? {} : { lookup: publicLookup },
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
        // An unread body would keep the connection busy.
        await answer.body.dump({ limit: 65_536 }).catch(() => undefined)
        return answer.statusCode >= 200 && answer.statusCode < 300
          ? undefined
          : `answered ${answer.statusCode}`
      } catch (error) {
        return words(error)
      }
    },
    closed: () => closed,
    [Symbol.asyncDispose]: async () => {
      closed = true
      await agent.destroy()
    },
  }
}
