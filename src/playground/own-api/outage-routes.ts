import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { trackerOutages } from '../tracker-door.ts'
import { outages } from '../web-api/outage.ts'
import { deny, type OwnContext } from './context.ts'
import { read } from './read.ts'

const slackOutageSchema = z.object({ slack: z.enum(outages) })
const trackerOutageSchema = z.object({ tracker: z.enum(trackerOutages) })

/** Makes Slack or the tracker fail for the app. */
export const outageRoutes = (server: FastifyInstance, context: OwnContext): void => {
  server.put('/playground/api/outage', async ({ body }) => {
    context.outage.kind = read(slackOutageSchema, body).slack
    context.workspace.announce({ kind: 'channels' })
    return { ok: true, slack: context.outage.kind }
  })

  server.put('/playground/api/tracker-outage', async ({ body }) => {
    const { tracker } = read(trackerOutageSchema, body)
    const door = context.trackerDoor ?? deny(404, 'only the embedded tracker can fail')
    await door.set(tracker)
    context.workspace.announce({ kind: 'channels' })
    return { ok: true, tracker: door.outage }
  })
}
