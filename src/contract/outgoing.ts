import type { LookupFunction } from 'node:net'
import { Agent, type Dispatcher, EnvHttpProxyAgent, getGlobalDispatcher, setGlobalDispatcher } from 'undici'
import { NotPublic } from './address.ts'

/** What HTTP_PROXY, HTTPS_PROXY, and NO_PROXY say. */
export interface Proxies {
  readonly httpProxy?: string | undefined
  readonly httpsProxy?: string | undefined
  readonly noProxy?: string | undefined
}

/** This machine is never reached through a proxy. */
const here = ['localhost', '127.0.0.1', '::1']

/**
 * Tunnels through the proxy, for http too: a proxy that refuses the tunnel got nothing of the request. An empty text
 * keeps undici from reading the environment.
 */
export const proxyAgent = (
  { httpProxy = '', httpsProxy = '', noProxy = '' }: Proxies,
  { connectMs = 10_000, ...options }: Agent.Options & { readonly connectMs?: number } = {},
): EnvHttpProxyAgent =>
  new EnvHttpProxyAgent({
    ...options,
    httpProxy,
    httpsProxy,
    noProxy: [noProxy, ...here].join(','),
    proxyTunnel: true,
    proxyTls: { timeout: connectMs },
    requestTls: { timeout: connectMs },
  })

/** For calls that have no agent of their own, such as those to Slack. HTTP/1.1, because Socket Mode needs a whole connection. */
export const useProxies = (proxies: Proxies | undefined): void => {
  if (proxies) setGlobalDispatcher(proxyAgent(proxies, { allowH2: false }))
}

/** Undefined: without proxies. */
export const proxiesInUse = (): Dispatcher | undefined => {
  const dispatcher = getGlobalDispatcher()
  return dispatcher instanceof EnvHttpProxyAgent ? dispatcher : undefined
}

/** A name that this machine can't resolve is left to the proxy, which may know it. */
const refusePrivate = async (lookup: LookupFunction, hostname: string): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }, (error) =>
    error instanceof NotPublic ? reject(error) : resolve(),
  )
  return promise
}

/** Undici starts a request once its connection is ready, right before the request's first byte. */
const whenStarted =
  (onStart: () => void) =>
  (dispatch: Dispatcher['dispatch']): Dispatcher['dispatch'] =>
  (options, handler) => {
    const start = handler.onRequestStart?.bind(handler)
    handler.onRequestStart = (controller, context) => {
      onStart()
      start?.(controller, context)
    }
    return dispatch(options, handler)
  }

interface OutgoingOptions extends Omit<Agent.Options, 'connect'> {
  readonly connectMs?: number
  /** Undefined: no proxy. */
  readonly proxies?: Proxies | undefined
  /** Resolves host names, and may refuse their addresses. */
  readonly lookup?: LookupFunction | undefined
}

/** How this program reaches other servers: directly, or through the operator's proxy. */
export const openOutgoing = ({ proxies, lookup, connectMs = 10_000, ...options }: OutgoingOptions) => {
  const connect = { timeout: connectMs, ...(lookup && { lookup }) }
  const agent = proxies
    ? proxyAgent(proxies, { ...options, connect, connectMs })
    : new Agent({ ...options, connect })
  return {
    /** `onStart`: called before the first byte. If it wasn't, nothing was sent. */
    request: async (
      url: URL,
      options: Omit<Dispatcher.RequestOptions, 'origin' | 'path'>,
      onStart: () => void = () => undefined,
    ) => {
      if (proxies && lookup) await refusePrivate(lookup, url.hostname)
      const path = `${url.pathname}${url.search}`
      return agent.compose(whenStarted(onStart)).request({ ...options, origin: url.origin, path })
    },
    close: () => agent.close(),
    destroy: () => agent.destroy(),
  }
}
