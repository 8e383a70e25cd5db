import type { FastifyReply } from 'fastify'
import type { Change, Person } from '../workspace/types.ts'
import { pageMessage } from './act.ts'
import { type OwnContext, sees } from './context.ts'

/** Whether this person may see the change. */
const concerns = (context: OwnContext, person: Person, change: Change): boolean => {
  if ('for' in change && change.for !== undefined) return change.for === person.id
  if (!('channel' in change) || change.channel === undefined) return true
  const channel = context.workspace.channel(change.channel)
  return channel !== undefined && sees(context, person, channel)
}

const shown = (context: OwnContext, change: Change) =>
  change.kind === 'message' || change.kind === 'update'
    ? { ...change, message: pageMessage(context, change.channel, change.message) }
    : change

/** Server-sent events, one per change. A comment every 15 s keeps proxies from closing the connection. */
export const openStream = (context: OwnContext, person: Person, reply: FastifyReply): (() => void) => {
  reply.hijack()
  const line = reply.raw
  line.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    connection: 'keep-alive',
  })
  line.write('retry: 500\n\n: open\n\n')
  const stop = context.workspace.listen((change) => {
    if (concerns(context, person, change)) line.write(`data: ${JSON.stringify(shown(context, change))}\n\n`)
  })
  const beat = setInterval(() => line.write(': still here\n\n'), 15_000)
  beat.unref()
  const close = () => {
    clearInterval(beat)
    stop()
    line.end()
  }
  line.on('close', close)
  return close
}
