import fastify from 'fastify'
import { endpoints } from '../../../src/contract/api.ts'
import { answerInTrouble, type Trouble } from '../../bot/support/slack/trouble.ts'
import type { Notes } from '../faults.ts'
import { senderOf } from './couriers.ts'
import type { Call } from './tracker.ts'

/** Takes bodies of any kind, as text. */
const rawServer = () => {
  const server = fastify({ forceCloseConnections: true })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
  return server
}

const patterns = Object.entries(endpoints).map(([name, { method, path }]) => ({
  name,
  method,
  path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

interface Options {
  readonly to: string
  readonly fault: (call: Call) => Trouble | undefined
  /** Called with the tracker's answer, even if a fault loses it. */
  readonly onAnswer: (call: Call, status: number, body: string) => void
}

/** Between the bot and a tracker. Forwards calls unless a fault hits them. */
export const apiProxy = async ({ to, fault, onAnswer }: Options) => {
  const server = rawServer()
  server.all('/*', async (request, reply) => {
    const { method, url, headers } = request
    const body = typeof request.body === 'string' ? request.body : undefined
    const [path = ''] = url.split('?')
    const name =
      patterns.find((one) => one.method === method && one.path.test(path))?.name ?? `${method} ${path}`
    const call = { name, input: body ? (JSON.parse(body) as Record<string, unknown>) : {} }
    const work = async () => {
      const answer = await fetch(`${to}${url}`, {
        method,
        headers: { authorization: headers.authorization ?? '', 'content-type': 'application/json' },
        ...(body !== undefined && { body }),
      })
      const text = await answer.text()
      onAnswer(call, answer.status, text)
      reply.code(answer.status).header('content-type', answer.headers.get('content-type') ?? 'text/plain')
      return text
    }
    try {
      const trouble = fault(call)
      return await (trouble ? answerInTrouble(trouble, request, reply, work) : work())
    } catch {
      // The tracker is down.
      request.raw.socket.destroy()
      return reply.hijack()
    }
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  return { url, close: () => server.close() }
}

export interface HookEvent {
  readonly event_name: string
  readonly payload: {
    readonly comment?: { uuid: string; message_plain: string }
    readonly task?: { uuid: string; name: string; assignee_name?: string | null }
  }
}

/** Less than the service waits for an answer. */
const patienceMs = 9_000

/** Between a tracker and the bot. Forwards deliveries, changed by the faults that hit them. */
export const hookProxy = async (
  notes: Notes,
  forward: (body: string, signal: AbortSignal) => Promise<number>,
  onAcknowledged: (event: HookEvent) => void,
) => {
  const server = rawServer()
  const sender = senderOf({ ...notes, from: 'tracker', patienceMs })
  server.post('/*', async (request, reply) => {
    const body = String(request.body)
    const event = JSON.parse(body) as HookEvent
    const { comment, task } = event.payload
    const name = `${event.event_name} ${(comment?.message_plain ?? task?.name ?? '').slice(0, 60)}`
    const send = (signal: AbortSignal) => forward(body, signal)
    return reply
      .code(await sender.attempt({ name, send, onAcknowledged: () => onAcknowledged(event) }))
      .send()
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  return { url, close: () => server.close(), isIdle: sender.isIdle }
}
