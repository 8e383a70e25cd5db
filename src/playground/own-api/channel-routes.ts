import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { app, companies } from '../workspace/teams.ts'
import { type Channel, isShared, type Person, teamIdsOf } from '../workspace/types.ts'
import { changeChannel, join, leave } from '../workspace/membership.ts'
import { actingPerson, deny, visibleChannel, type OwnContext } from './context.ts'
import { candidate } from './invite.ts'
import { read } from './read.ts'

const name = z
  .string()
  .regex(/^[\p{Ll}\p{N}_-]{1,80}$/u, 'names must be lowercase, without spaces, and at most 80 characters')
const newChannelSchema = z.object({ as: z.string(), name })
const channelChangeSchema = z.object({
  as: z.string(),
  name: name.optional(),
  archived: z.boolean().optional(),
  shared: z.boolean().optional(),
  with: z.enum(companies.map(({ id }) => id)).optional(),
})
const memberChangeSchema = z.object({
  as: z.string(),
  add: z.string().optional(),
  remove: z.string().optional(),
})

const isTaken = ({ workspace }: OwnContext, team: string, wanted: string, except?: string) =>
  workspace
    .channels()
    .some((one) => teamIdsOf(one).includes(team) && one.name === wanted && one.id !== except)

const shown = (channel: Channel) => ({ ...channel, is_ext_shared: isShared(channel) })

/** Changes to channels: create, rename, archive, share with another company, add and remove members. */
export const channelRoutes = (server: FastifyInstance, context: OwnContext): void => {
  const base = '/playground/api/channels'
  const { workspace } = context

  const where = (params: unknown, as: string): { person: Person; channel: Channel } => {
    const person = actingPerson(context, as)
    const channel = visibleChannel(context, person, (params as { channel: string }).channel)
    return channel.is_im ? deny(400, 'method_not_supported_for_channel_type') : { person, channel }
  }

  server.post(base, async ({ body }) => {
    const { as, name: wanted } = read(newChannelSchema, body)
    const person = actingPerson(context, as)
    if (isTaken(context, person.team_id, wanted)) return deny(409, 'name_taken')
    const channel: Channel = {
      id: workspace.stamps.id('C'),
      name: wanted,
      is_im: false,
      topic: '',
      purpose: '',
      created: Math.floor(workspace.now() / 1_000),
      is_archived: false,
      team_id: person.team_id,
      connected_team_ids: [],
      members: [person.id],
    }
    workspace.saveChannel(channel)
    return { ok: true, channel: shown(channel) }
  })

  server.patch(`${base}/:channel`, async ({ params, body }) => {
    const { as, ...change } = read(channelChangeSchema, body)
    const { person, channel } = where(params, as)
    if (change.name !== undefined && isTaken(context, person.team_id, change.name, channel.id))
      return deny(409, 'name_taken')
    return { ok: true, channel: shown(changeChannel(context, channel, person.id, change)) }
  })

  server.post(`${base}/:channel/members`, async ({ params, body }) => {
    const { as, add, remove } = read(memberChangeSchema, body)
    const { person, channel } = where(params, as)
    const who = candidate(context, channel, add ?? remove ?? app.handle, person)
    if (!who) return deny(404, 'user_not_found')
    const inside = channel.members.includes(who.id)
    if (remove !== undefined)
      return inside
        ? { ok: true, channel: shown(leave(context, channel, who.id)) }
        : deny(409, 'not_in_channel')
    return inside
      ? deny(409, 'already_in_channel')
      : { ok: true, channel: shown(join(context, channel, who.id, person.id)) }
  })
}
