import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import type { Faults } from '../faults.ts'
import type { Timeline } from '../timeline.ts'

/** The parts of an event that the story needs. */
export interface HookEvent {
  readonly event_name: string
  readonly payload: {
    readonly comment?: { uuid: string; message_plain: string }
    readonly task?: { uuid: string; name: string; assignee_name?: string | null }
  }
}

interface Options {
  readonly faults: Faults
  readonly timeline: Timeline
  readonly send: (body: string, headers: Record<string, string>, signal: AbortSignal) => Promise<number>
  readonly onAcknowledged: (event: HookEvent) => void
}

const patienceMs = 9_000
const hurryMs = 60

/** A proxy between a tracker and the bot. Forwards deliveries, changed by the faults that hit them. */
export const hookProxy = async ({ faults, timeline, send, onAcknowledged }: Options) => {
  const server = fastify({ forceCloseConnections: true })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
  let onItsWay = 0
  const once = async (body: string, what: string, ms: number): Promise<number> => {
    onItsWay += 1
    try {
      const status = await send(body, { 'content-type': 'application/json' }, AbortSignal.timeout(ms))
      timeline.add('tracker', `delivers ${what}: ${status}`)
      return status
    } catch (error) {
      timeline.add('tracker', `delivers ${what}: no answer (${(error as Error).name})`)
      return 504
    } finally {
      onItsWay -= 1
    }
  }
  const later = async (body: string, what: string, ms: number) => {
    onItsWay += 1
    await sleep(ms, undefined, { ref: false })
    await once(body, what, patienceMs)
    onItsWay -= 1
  }
  server.post('/*', async (request, reply) => {
    const body = String(request.body)
    const event = JSON.parse(body) as HookEvent
    const { comment, task } = event.payload
    const what = `${event.event_name} ${(comment?.message_plain ?? task?.name ?? '').slice(0, 60)}`
    const fault = faults.ofDelivery('tracker', ['twice', 'again', 'hang up'])
    const status = await once(
      body,
      what,
      fault?.how === 'hang up' ? Math.round(1 + fault.size * hurryMs) : patienceMs,
    )
    if (status < 300) {
      onAcknowledged(event)
      if (fault?.how === 'twice') await once(body, what, patienceMs)
      if (fault?.how === 'again') void later(body, what, 500 + fault.size * 8_000)
    }
    return reply.code(status).send()
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  return { url, close: () => server.close(), isIdle: () => onItsWay === 0 }
}
