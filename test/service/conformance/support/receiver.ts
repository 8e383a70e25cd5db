import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Delivered {
  readonly event_id: number
  readonly event_name: string
  readonly object_code: string
  readonly object_name: string
  readonly timestamp: string
  readonly modified: { readonly modified_at: string; readonly modified_by: Record<string, unknown> }
  readonly payload: Record<string, unknown>
}

export interface Arrival {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly event: Delivered
}

export interface Receiver extends AsyncDisposable {
  readonly url: string
  /** Every delivery that arrived, those that were refused too. */
  readonly arrived: Arrival[]
  /** How each is answered; 200 at once unless told. */
  answer: (event: Delivered, response: ServerResponse, arrived: number) => void
  /** Waits until this is true of what arrived; asked again at each arrival. */
  until: (enough: (arrived: readonly Arrival[]) => boolean) => Promise<void>
}

const read = async (request: IncomingMessage) => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return JSON.parse(text) as Delivered
}

/** A webhook receiver on this machine, on a free port unless one is named. */
export const openReceiver = async (port = 0): Promise<Receiver> => {
  const arrived: Arrival[] = []
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    void read(request).then((event) => {
      arrived.push({ method: request.method, path: request.url, headers: request.headers, event })
      receiver.answer(event, response, arrived.length)
      for (const wake of waiting) wake()
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    arrived,
    answer: (_event, response) => void response.writeHead(200).end(),
    until: (enough) =>
      new Promise((resolve) => {
        const look = () => {
          if (!enough(arrived)) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return receiver
}
