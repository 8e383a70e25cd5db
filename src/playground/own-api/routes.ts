import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refusedAcknowledgement } from '../block-kit/acknowledgement.ts'
import { react, unreact } from '../web-api/marks.ts'
import {
  act,
  actionSchema,
  closeView,
  openHome,
  pageMessage,
  runCommand,
  submitView,
  surfaceOf,
  useShortcut,
} from './act.ts'
import { appRoutes } from './app-routes.ts'
import { channelRoutes } from './channel-routes.ts'
import { actingPerson, deny, visibleChannel, type OwnContext } from './context.ts'
import { outageRoutes } from './outage-routes.ts'
import type { Json } from '../workspace/types.ts'
import { read } from './read.ts'
import { openStream } from './stream.ts'
import { workObjectRoutes } from './work-object-routes.ts'
import { markRead, workspaceView } from './workspace-view.ts'
import { editMessage, ownMessage, writeMessage } from './write.ts'

const personSchema = z.looseObject({ as: z.string() })
const placeSchema = personSchema.extend({ channel: z.string() })
const newMessageSchema = placeSchema.extend({
  text: z.string(),
  thread_ts: z.string().optional(),
  broadcast: z.boolean().optional(),
  files: z
    .array(z.object({ name: z.string().min(1).max(255), size: z.number().optional() }))
    .max(10)
    .optional(),
})
const editSchema = placeSchema.extend({ ts: z.string(), text: z.string() })
const messageSchema = placeSchema.extend({ ts: z.string() })
const submissionSchema = personSchema.extend({
  state: z.looseObject({ values: z.record(z.string(), z.unknown()) }).optional(),
})
const closeSchema = personSchema.extend({ all: z.boolean().optional() })
const shortcutSchema = personSchema.extend({
  callback_id: z.string(),
  channel: z.string().optional(),
  ts: z.string().optional(),
})
const homeSchema = personSchema.extend({ tab: z.enum(['home', 'messages']).optional() })
const reactionSchema = messageSchema.extend({ name: z.string(), remove: z.boolean().optional() })
const suggestionSchema = actionSchema.extend({ block_id: z.string(), value: z.string() })

/** `/playground/api`, for the page and the tests. It is not part of Slack: through it, people act. */
export const ownApiRoutes = (server: FastifyInstance, context: OwnContext): void => {
  const base = '/playground/api'
  const streams = new Set<() => void>()
  server.addHook('preClose', async () => {
    for (const close of streams) close()
  })

  const who = (as: string) => actingPerson(context, as)
  const where = (body: { as: string; channel: string }) => {
    const person = who(body.as)
    return { person, channel: visibleChannel(context, person, body.channel) }
  }
  const params = (request: FastifyRequest) => request.params as Record<string, string>

  // Another site could send a form without permission, but not JSON. The request's own path may be percent-encoded.
  server.addHook('preValidation', async ({ routeOptions: { url }, method, headers }) => {
    const json = headers['content-type']?.startsWith('application/json') ?? false
    if (url?.startsWith(base) && method !== 'GET' && !json) deny(415, 'send application/json')
  })

  appRoutes(server, context)
  channelRoutes(server, context)
  workObjectRoutes(server, context)
  outageRoutes(server, context)

  server.get(`${base}/workspace`, async ({ query }) =>
    workspaceView(context, who(read(personSchema, query).as)),
  )

  server.get(`${base}/stream`, (request, reply) => {
    const close = openStream(context, who(read(personSchema, request.query).as), reply)
    streams.add(close)
    reply.raw.on('close', () => streams.delete(close))
  })

  server.get(`${base}/channels/:channel/messages`, async (request) => {
    const { as } = read(personSchema, request.query)
    const { person, channel } = where({ as, channel: params(request)['channel'] ?? '' })
    const messages = context.workspace.messages(channel.id, person.id)
    return { messages: messages.map((one) => pageMessage(context, channel.id, one)) }
  })

  server.post(`${base}/channels/:channel/read`, async (request) => {
    const { as } = read(personSchema, request.body)
    const { person, channel } = where({ as, channel: params(request)['channel'] ?? '' })
    markRead(context, person, channel)
    return { ok: true }
  })

  server.post(`${base}/messages`, async ({ body }) => {
    const draft = read(newMessageSchema, body)
    const { person, channel } = where(draft)
    if (/^\/(?!me\s)[a-z]/.test(draft.text))
      return runCommand(context, person, channel, draft.text, draft.thread_ts)
    return { ok: true, ts: writeMessage(context, person, channel, draft).ts }
  })

  server.patch(`${base}/messages`, async ({ body }) => {
    const change = read(editSchema, body)
    const { person, channel } = where(change)
    return editMessage(context, person, channel, change.ts, change.text)
  })

  server.delete(`${base}/messages`, async ({ body, query }) => {
    const place = read(messageSchema, body ?? query)
    const { person, channel } = where(place)
    context.posting.remove(channel, ownMessage(context, person, channel, place.ts))
    return { ok: true }
  })

  server.post(`${base}/reactions`, async ({ body }) => {
    const { ts, name, remove, ...rest } = read(reactionSchema, body)
    const { person, channel } = where(rest)
    if (channel.is_archived) deny(409, 'is_archived')
    const change = remove ? unreact : react
    change(context, channel.id, ts, name, person.id)
    return { ok: true }
  })

  server.post(`${base}/commands`, async ({ body }) => {
    const draft = read(newMessageSchema, body)
    const { person, channel } = where(draft)
    return runCommand(context, person, channel, draft.text)
  })

  server.post(`${base}/actions`, async ({ body }) => {
    const action = read(actionSchema, body)
    return act(context, who(action.as), action)
  })

  server.post(`${base}/options`, async ({ body }) => {
    const query = read(suggestionSchema, body)
    const person = who(query.as)
    const { action_id, block_id, value } = query
    const from = surfaceOf(context, person, query)
    const sent = await context.interactions.suggestions(person, from, { action_id, block_id, value })
    if (!sent.ok) return { ok: false, error: sent.reason }
    const options = JSON.parse(sent.body || '{}') as Json
    const refused = refusedAcknowledgement(options)
    return refused ? { ok: false, error: refused.error } : { ok: true, ...options }
  })

  server.post(`${base}/views/:view/submit`, async (request) => {
    const { as, state } = read(submissionSchema, request.body)
    return submitView(context, who(as), params(request)['view'] ?? '', state ?? { values: {} })
  })

  server.post(`${base}/views/:view/close`, async (request) => {
    const { as, all } = read(closeSchema, request.body)
    return closeView(context, who(as), params(request)['view'] ?? '', all ?? false)
  })

  server.get(`${base}/views`, async ({ query }) => {
    const person = who(read(personSchema, query).as)
    return { views: context.dialogs.stack(person.id), home: context.dialogs.home(person.id) ?? null }
  })

  server.post(`${base}/shortcuts`, async ({ body }) => {
    const used = read(shortcutSchema, body)
    return useShortcut(context, who(used.as), used)
  })

  server.post(`${base}/home`, async ({ body }) => {
    const { as, tab } = read(homeSchema, body)
    return openHome(context, who(as), tab ?? 'home')
  })
}
