import type { App, Context } from '@slack/bolt'
import { z } from 'zod'
import { type Acting, actingAs, type Actor, type Claims, unknownActor } from '../../audience/actor.ts'
import { within } from '../../kit/time.ts'
import { depsIn, optionalText } from './route-event.ts'

const text = optionalText.catch(undefined)
const id = z.looseObject({ id: z.string() }).nullish().catch(undefined)

const ofCommand = z
  .looseObject({ command: z.string(), user_id: z.string(), team_id: text, channel_id: text })
  .transform(({ user_id: user, team_id: team, channel_id: channel }): Claims => ({ user, team, channel }))

const channelKey = /^[CDG][A-Z0-9]+$/

/** The channel id in a dialog's metadata, either as plain text or in JSON. */
const channelIn = (metadata: string | undefined): string | undefined => {
  if (metadata === undefined || channelKey.test(metadata)) return metadata
  try {
    const { channel } = z.looseObject({ channel: z.string() }).parse(JSON.parse(metadata))
    return channel
  } catch {
    return undefined
  }
}

const view = z.looseObject({ private_metadata: text }).nullish().catch(undefined)

const ofInteraction = z
  .looseObject({
    user: z.looseObject({ id: z.string(), team_id: text }),
    team: id,
    channel: id,
    container: z.looseObject({ channel_id: text }).nullish().catch(undefined),
    view,
  })
  .transform(({ user, team, channel, container, view: shown }): Claims => ({
    user: user.id,
    team: user.team_id ?? team?.id,
    channel: channel?.id ?? container?.channel_id,
    named: channelIn(shown?.private_metadata || undefined),
  }))

const ofEvent = z
  .looseObject({
    event: z.looseObject({
      type: z.string(),
      user: z.string(),
      user_team: text,
      source_team: text,
      team: text,
      channel: text,
    }),
  })
  .transform(({ event }): Claims => ({
    user: event.user,
    team: event.user_team ?? event.source_team ?? event.team,
    // The Home tab is not a channel, although Slack sends the id of the app's direct message.
    channel: event.type === 'app_home_opened' ? undefined : event.channel,
  }))

const claims = z.union([ofEvent, ofCommand, ofInteraction])

const key = 'acting'

/** The only place that determines who acts. */
export const addActing = (app: App): void => {
  app.use(async ({ context, body, next }) => {
    context[key] = actingAs(depsIn(context), claims.safeParse(body).data ?? { user: '' })
    await next()
  })
}

export const actingIn = (context: Context): Acting => context[key] as Acting

/** Slack waits three seconds for a dialog's answer. */
const patienceMs = 2_000

/** Slack is still waiting for an answer, so an actor not known in time gets no rights. */
export const actorInTime = async (context: Context, user: string): Promise<Actor> =>
  (await within(patienceMs, actingIn(context)())) ?? unknownActor(user)
