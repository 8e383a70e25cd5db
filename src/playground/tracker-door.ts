import {
  createServer,
  request as ask,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

/** How the tracker can fail for the app. `lost`: the call works and its answer never arrives. */
export const trackerOutages = ['none', 'slow', 'rate_limited', 'quota', 'down', 'lost'] as const
export type TrackerOutage = (typeof trackerOutages)[number]

/** The app's connection to the tracker. The tracker's pages don't use it and keep working. */
export interface TrackerDoor extends AsyncDisposable {
  /** The tracker's address for the app. */
  readonly url: string
  readonly outage: TrackerOutage
  set(outage: TrackerOutage): Promise<void>
  /** `work` runs when the quota outage ends. The app itself would ask again only after minutes. */
  whenQuotaEnds(work: () => Promise<void>): void
}

const slowMs = 4_000

/** As in the interface: the per-minute limit in an envelope, without `Retry-After`; the quota's without one. */
const refusals: Partial<Record<TrackerOutage, (id: string) => object>> = {
  rate_limited: (id) => ({
    success: false,
    message: 'Too many requests. Try again in about a minute.',
    errors: null,
    metadata: { request_id: id },
  }),
  quota: () => ({ detail: 'API limit reached: this month’s quota is used up.' }),
}

/** The per-minute limit applies only to writes. */
const refusalOf = (outage: TrackerOutage, { method }: IncomingMessage) =>
  outage === 'rate_limited' && method === 'GET' ? undefined : refusals[outage]

/** Headers about one connection. They must not be forwarded to another. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding'])

const passedOn = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.has(name)))

const nothing = () => undefined

const forward = (target: URL, request: IncomingMessage, response: ServerResponse, loses: boolean) => {
  const { method, url = '/', headers } = request
  const onward = ask(
    new URL(url, target),
    { method, headers: { ...headers, host: target.host } },
    (answer) => {
      if (loses) return void answer.resume().on('end', () => response.destroy())
      response.writeHead(answer.statusCode ?? 502, passedOn(answer.headers))
      pipeline(answer, response, nothing)
    },
  )
  // If either side breaks off, the app sees a closed connection, as it would without this proxy.
  onward.on('error', () => response.destroy())
  response.on('close', () => onward.destroy())
  pipeline(request, onward, nothing)
}

/** A proxy between the app and the tracker at `target` that fails on demand. */
export const openTrackerDoor = async (target: string): Promise<TrackerDoor> => {
  let outage: TrackerOutage = 'none'
  let port = 0
  let quotaEnded = () => Promise.resolve()
  const to = new URL(target)

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    // Another site's name that leads here would let that site read the tracker's answers.
    if (request.headers.host !== `127.0.0.1:${port}`) return void response.writeHead(421).end()
    if (outage === 'slow') await wait(slowMs, undefined, { ref: false })
    if (response.destroyed) return undefined
    const refusal = refusalOf(outage, request)
    if (!refusal) return forward(to, request, response, outage === 'lost')
    const id = crypto.randomUUID()
    request.resume()
    response.writeHead(429, { 'content-type': 'application/json; charset=utf-8', 'x-request-id': id })
    response.end(JSON.stringify(refusal(id)))
  }
  const server = createServer((request, response) => void answer(request, response))
  const open = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
  /** A refused connection tells the client that nothing was sent. */
  const shut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })

  await open()
  ;({ port } = server.address() as AddressInfo)
  return {
    url: `http://127.0.0.1:${port}`,
    get outage() {
      return outage
    },
    set: async (wanted) => {
      if (wanted === 'down' && server.listening) await shut()
      if (wanted !== 'down' && !server.listening) await open()
      const before = outage
      outage = wanted
      if (before === 'quota' && wanted !== 'quota') await quotaEnded()
    },
    whenQuotaEnds: (work) => {
      quotaEnded = work
    },
    [Symbol.asyncDispose]: async () => {
      if (server.listening) await shut()
    },
  }
}
