import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isPrivateHost } from '../contract/address.ts'

const kib = 1_024
const mib = 1_024 * kib

/** The most that one body may have, in bytes. */
export const bodyLimit = mib

/** For forms and keys of senders whom nobody knows yet. */
export const smallBodyLimit = 16 * kib

/**
 * How many bytes of bodies may be under way, in a whole program, when another body begins. Unknown senders leave room
 * for known ones, and large bodies of unknown senders leave room for small ones.
 */
export const bodyBudget = { known: 64 * mib, unknown: 32 * mib, largeUnknown: 4 * mib } as const
const large = 64 * kib

/** A whole body must arrive in this time, and a second more for each 64 KiB. */
const graceMs = 5_000
const leastBytesPerMs = (64 * kib) / 1_000

/** When room is short, bodies of unknown senders that are older than this and still incomplete make room. */
const youngMs = 1_000

/** An office behind one address has fewer. Addresses of private networks are those of proxies, and aren't counted. */
const mostConnections = 200

/** Checks for slow senders ten times within the limit, so that few exceed it by much. */
export const requestTimes = (requestMs = 30_000) =>
  ({
    requestTimeout: requestMs,
    headersTimeout: requestMs,
    connectionsCheckingInterval: Math.ceil(requestMs / 10),
  }) satisfies ServerOptions

export class NoRoom extends Error {
  override name = 'NoRoom' as const
  readonly statusCode = 503
}

/** Seconds, for `Retry-After`. */
export const retryAfter = '5'

/** The server answers as it does when Node's own time limit for a request is over. */
const cutOff = ({ socket }: IncomingMessage) =>
  socket.emit('error', Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }))

const sizeOf = ({ headers }: IncomingMessage, most: number): number => {
  if (headers['transfer-encoding'] !== undefined) return most
  return Math.min(Number(headers['content-length'] ?? 0), most)
}

interface Sender {
  /** Whether the sender has shown a key, a session, or a secret. */
  readonly isKnown: boolean
  /** The most bytes that this body may have. A body that doesn't state its length counts as this long. */
  readonly most: number
}

/** Counts each body until its request is answered. */
export const createBodies = (onRefused: () => void, now: () => number = () => performance.now()) => {
  let held = 0
  /** Of unknown senders, oldest first. */
  const unfinished = new Set<{ readonly startedAt: number; readonly drop: () => void }>()

  const makeRoom = (size: number, budget: number) => {
    for (const { startedAt, drop } of unfinished) {
      if (held + size <= budget || now() - startedAt < youngMs) return
      drop()
    }
  }

  return {
    held: () => held,
    /** False if there is no room for the body: then answer 503 before it is read. */
    take: (request: IncomingMessage, response: ServerResponse, { isKnown, most }: Sender): boolean => {
      const size = sizeOf(request, most)
      if (size === 0) return true
      const unknown = size > large ? bodyBudget.largeUnknown : bodyBudget.unknown
      const budget = isKnown ? bodyBudget.known : unknown
      makeRoom(size, budget)
      if (held + size > budget) {
        onRefused()
        return false
      }
      held += size
      let isHeld = true
      const settle = () => {
        clearTimeout(late)
        unfinished.delete(body)
      }
      const release = () => {
        settle()
        if (isHeld) held -= size
        isHeld = false
      }
      const drop = () => {
        release()
        cutOff(request)
      }
      const body = { startedAt: now(), drop }
      const late = setTimeout(drop, graceMs + size / leastBytesPerMs).unref()
      if (!isKnown) unfinished.add(body)
      request.once('end', settle)
      response.once('close', release)
      return true
    },
  }
}
export type Bodies = ReturnType<typeof createBodies>

/** Runs after the `onRequest` hooks, which find out who sends, and before a byte of the body is read. */
export const countBodies = (
  app: FastifyInstance,
  bodies: Bodies,
  isKnown: (request: FastifyRequest) => boolean,
): void => {
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const most = request.routeOptions.bodyLimit ?? bodyLimit
    if (bodies.take(request.raw, reply.raw, { isKnown: isKnown(request), most })) return done()
    reply.headers({ 'retry-after': retryAfter, connection: 'close' })
    done(new NoRoom('too many bodies are under way'))
  })
}

/** Limits the connections of each public address. */
export const limitConnections = (
  server: Server,
  onRefused: () => void,
  { most = mostConnections, counts = (address: string) => !isPrivateHost(address) } = {},
): void => {
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
    if (!counts(address)) return
    const count = (open.get(address) ?? 0) + 1
    if (count > most) {
      onRefused()
      return void socket.destroy()
    }
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left === 0) open.delete(address)
      else open.set(address, left)
    })
  })
}
