import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'

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
  /** The connection ends without an answer. */
  cut?: true
  /** How long the answer, or the end of the connection, takes. */
  holdMs?: number
}

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
