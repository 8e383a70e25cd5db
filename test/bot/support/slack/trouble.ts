import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SlackCall } from './slack-door.ts'

/** What becomes of one call in place of its answer. */
export interface Trouble {
  status?: number
  headers?: Record<string, string>
  body?: object | string
  /** The work is done, and its answer is lost on the way. */
  lost?: true
  /** The work is done, and its own answer comes after `holdMs`. */
  slow?: true
  /** The work is done after `holdMs`, whether or not somebody still waits for its answer. */
  behind?: true
  cut?: true
  /** How long the answer, or the end of the connection, takes. */
  holdMs?: number
}

interface SlackTrouble extends Trouble {
  /** Done when this is called, long after the answer. */
  late?: (carryOut: () => void) => void
}
/** A promise holds the call up for as long. */
type Fault = (call: SlackCall) => SlackTrouble | undefined | Promise<SlackTrouble | undefined>

/** Calls of a method, or those of them that have these arguments too, or what it picks. */
type Which = string | (Record<string, unknown> & { method: string }) | ((call: SlackCall) => boolean)

const isOf = (which: Which, call: SlackCall): boolean => {
  if (typeof which === 'function') return which(call)
  const { method, ...args } = typeof which === 'string' ? { method: which } : which
  return call.method === method && Object.entries(args).every(([key, value]) => call.args[key] === value)
}

/** What goes wrong with calls. `identity`: what `auth.test` answers. */
export const faultsOf = (identity: object) => {
  const fault: { next: Fault | undefined } = { next: undefined }
  /** So these calls are answered from now on, or as often. What was wrong before no longer is. */
  const answers = (which: Which, trouble: SlackTrouble, times = Infinity) => {
    let left = times
    fault.next = (call) => (isOf(which, call) && left-- > 0 ? trouble : undefined)
  }
  return {
    fault,
    answers,
    refuses: (which: Which, error: string) => answers(which, { body: { ok: false, error } }),
    /** `auth.test` answers with these scopes. Commas stand between them. */
    grants: (scopes: string, headers: Readonly<Record<string, string>> = {}) =>
      answers('auth.test', {
        headers: { 'x-oauth-scopes': scopes, ...headers },
        body: { ok: true, ...identity },
      }),
  }
}

export const isRoot = ({ method, args }: SlackCall) => method === 'chat.postMessage' && !args['thread_ts']
export const isLine = ({ method, args }: SlackCall) =>
  method === 'chat.postMessage' && Boolean(args['thread_ts'])

export const answerInTrouble = async (
  trouble: Trouble,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => unknown,
): Promise<unknown> => {
  const answer = trouble.lost || trouble.slow ? await work() : undefined
  if (trouble.holdMs !== undefined) await sleep(trouble.holdMs, undefined, { ref: false })
  if (trouble.slow) return answer
  if (trouble.behind) return work()
  if (trouble.cut) {
    reply.hijack()
    request.raw.socket.destroy()
    return reply
  }
  return reply
    .code(trouble.status ?? 200)
    .headers(trouble.headers ?? {})
    .send(trouble.body ?? {})
}
