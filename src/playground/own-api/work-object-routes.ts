import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Opened } from '../outgoing/pane-interactions.ts'
import type { Sent } from '../outgoing/send.ts'
import { isJson } from '../web-api/args.ts'
import { teamOfBot } from '../workspace/teams.ts'
import type { Json, Person } from '../workspace/types.ts'
import { actingPerson, deny, type OwnContext, visibleChannel } from './context.ts'
import { read } from './read.ts'

/** Names a card by its message and its link. `url` is the posted link, or else the object's own. */
const cardSchema = z.looseObject({ as: z.string(), channel: z.string(), ts: z.string(), url: z.string() })
const pressSchema = cardSchema.extend({
  from: z.enum(['card', 'pane']),
  action_id: z.string(),
  value: z.string().optional(),
})

interface Card extends Opened {
  person: Person
  entity: Json
}

const openCard = (context: OwnContext, named: z.infer<typeof cardSchema>): Card => {
  const person = actingPerson(context, named.as)
  const channel = visibleChannel(context, person, named.channel)
  const message = context.workspace.message(channel.id, named.ts) ?? deny(404, 'message_not_found')
  const attachment = message.attachments?.find((one) => one['from_url'] === named.url)
  const entity = attachment?.['work_object']
  const team = teamOfBot(String(attachment?.['bot_id']))
  if (!isJson(entity)) return deny(404, 'work_object_not_found')
  return {
    person,
    team,
    entity,
    externalRef: entity['external_ref'] as Json,
    entityUrl: String(entity['url']),
    link: entity['app_unfurl_url'],
    card: { channel: channel.id, ts: message.ts, threadTs: message.thread_ts, url: named.url },
  }
}

const resultOf = (sent: Sent) =>
  sent.ok ? { ok: true } : { ok: false, error: 'The app didn’t respond. Try again.' }

/** What people do with Work Objects: open them, click buttons. */
export const workObjectRoutes = (server: FastifyInstance, context: OwnContext): void => {
  const base = '/playground/api/work-objects'
  const { workspace, panes, events } = context

  const detailsFields = ({ person, externalRef, entityUrl, card: at }: Card): Json => ({
    user: person.id,
    external_ref: externalRef,
    entity_url: entityUrl,
    link: { url: at.url, domain: new URL(at.url).host },
    event_ts: workspace.stamps.ts(),
  })

  server.post(`${base}/details`, async ({ body }) => {
    const opened = openCard(context, read(cardSchema, body))
    const { person, externalRef, card: at, team } = opened
    const trigger = panes.issue({ user: person.id, externalRef, card: at })
    const event = {
      type: 'entity_details_requested',
      ...detailsFields(opened),
      ...(opened.link !== undefined && { app_unfurl_url: opened.link }),
      user_locale: 'en-US',
      trigger_id: trigger,
      channel: at.channel,
      message_ts: at.ts,
      ...(at.threadTs && { thread_ts: at.threadTs }),
    }
    events.emit(event, undefined, team)
    return { ok: true, trigger }
  })

  server.post(`${base}/press`, async ({ body }) => {
    const { from, action_id, value, ...named } = read(pressSchema, body)
    const opened = openCard(context, named)
    const action = { action_id, action_ts: workspace.stamps.ts(), ...(value !== undefined && { value }) }
    return resultOf(await context.paneInteractions.press(opened.person, opened, from, action))
  })
}
