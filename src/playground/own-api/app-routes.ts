import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { actingPerson, deny, type OwnContext, teamWithApp } from './context.ts'
import { read } from './read.ts'

const personSchema = z.object({ as: z.string() })

/** Removes the app from a person's workspace. Adding it is OAuth's business. */
export const appRoutes = (server: FastifyInstance, context: OwnContext): void => {
  const { workspace, events, installations, dialogs } = context

  server.post('/playground/api/uninstall', async ({ body }) => {
    const person = actingPerson(context, read(personSchema, body).as)
    const team = teamWithApp(context, person) ?? deny(409, 'app_not_installed')
    if (installations.of(team)?.by === undefined) return deny(409, 'installed_by_its_token')
    const event_ts = () => workspace.stamps.ts()
    events.emit({ type: 'app_uninstalled', event_ts: event_ts() }, undefined, team)
    const tokens = { oauth: [], bot: [team.bot.userId] }
    events.emit({ type: 'tokens_revoked', tokens, event_ts: event_ts() }, undefined, team)
    dialogs.end(team)
    installations.uninstall(team)
    return { ok: true }
  })
}
