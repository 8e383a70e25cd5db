import { randomUUID } from 'node:crypto'
import { eventCallback, signedHeaders } from '../../bot/support/start-node.ts'
import type { Faults } from '../faults.ts'
import type { Timeline } from '../timeline.ts'
import { type Connection, webSocketServer } from '../../bot/slack/web-socket.ts'

/** How Slack reaches the bot. Both return an HTTP status, or throw if no answer came. */
export interface Door {
  /** `isRepeated`: Slack says that it sent this before. */
  readonly event: (event: object, id: string, signal: AbortSignal, isRepeated?: boolean) => Promise<number>
  readonly command: (form: Record<string, string>, signal: AbortSignal) => Promise<number>
  readonly press: (payload: object, signal: AbortSignal) => Promise<number>
}

export type Post = (
  path: string,
  body: string,
  headers: Record<string, string>,
  signal: AbortSignal,
) => Promise<number>

const repeated = { 'x-slack-retry-num': '1', 'x-slack-retry-reason': 'http_timeout' }

export const httpDoor = (post: Post): Door => {
  const send = (body: string, type: string, signal: AbortSignal, more: Record<string, string> = {}) =>
    post('/slack/events', body, { ...signedHeaders(body, type), ...more }, signal)
  const sendForm = (form: Record<string, string>, signal: AbortSignal) =>
    send(new URLSearchParams(form).toString(), 'application/x-www-form-urlencoded', signal)
  return {
    event: (event, id, signal, isRepeated) =>
      send(eventCallback(event, id), 'application/json', signal, isRepeated ? repeated : {}),
    command: sendForm,
    press: (payload, signal) => sendForm({ payload: JSON.stringify(payload) }, signal),
  }
}

/** Slack asks a client to reconnect every few hours, and a connection may break at any time. */
const breakOff = (connection: Connection, size: number) => {
  if (size < 0.5) connection.cut()
  else connection.send({ type: 'disconnect', reason: 'refresh_requested' })
}

/** Socket Mode: any of the open connections gets an envelope, and acknowledges it by its id. */
export const socketDoor = async ({ faults, timeline }: { faults: Faults; timeline: Timeline }) => {
  const open: Connection[] = []
  const awaited = new Map<string, () => void>()
  const server = await webSocketServer((connection) => {
    open.push(connection)
    timeline.add('slack', `a connection of Socket Mode begins, ${open.length} open`)
    connection.onMessage((message) => awaited.get((message as { envelope_id: string }).envelope_id)?.())
    connection.onClose(() => {
      open.splice(open.indexOf(connection), 1)
      timeline.add('slack', `a connection of Socket Mode ended, ${open.length} open`)
    })
    connection.send({ type: 'hello', num_connections: open.length })
  })
  let turn = 0
  const send = async (envelope: object, signal: AbortSignal) => {
    const connection = open[turn++ % Math.max(1, open.length)]
    if (!connection) throw new Error('no connection of Socket Mode')
    const id = randomUUID()
    try {
      return await new Promise<number>((resolve, reject) => {
        awaited.set(id, () => resolve(200))
        signal.addEventListener('abort', () => reject(signal.reason as Error))
        connection.onClose(() => reject(new Error('the connection broke')))
        connection.send({ envelope_id: id, ...envelope })
        const fault = faults.ofDelivery('slack', ['break'])
        if (fault) breakOff(connection, fault.size)
      })
    } finally {
      awaited.delete(id)
    }
  }
  const door: Door = {
    event: (event, id, signal, isRepeated) =>
      send(
        {
          type: 'events_api',
          payload: JSON.parse(eventCallback(event, id)) as object,
          accepts_response_payload: false,
          retry_attempt: isRepeated ? 1 : 0,
          retry_reason: isRepeated ? 'timeout' : '',
        },
        signal,
      ),
    command: (form, signal) =>
      send({ type: 'slash_commands', payload: form, accepts_response_payload: true }, signal),
    press: (payload, signal) =>
      send({ type: 'interactive', payload, accepts_response_payload: true }, signal),
  }
  return { door, url: server.url, close: server.close, open: () => open.length }
}
