import { z } from 'zod'
import { type Actor, isHere } from '../audience/actor.ts'
import { actorIn } from './acting.ts'
import type { Doors } from './route-event.ts'
import type { Background } from '../deps/background.ts'
import type { BotDeps } from '../deps/deps.ts'
import { type Incoming, incomingSchema, optionalText, spoken } from '../slack/incoming.ts'
import { takeAddressed, takeDirect } from './answer-mention.ts'
import { welcomeChannel } from '../features/channels/commands.ts'
import { homeTurn, showHome } from '../features/home/show-home.ts'
import { cardDeleted } from '../sync/posts/change-post.ts'
import {
  followChannel,
  onBack,
  onShared,
  onUnshared,
  pauseFor,
  personChanged,
  personJoined,
  workspacesChanged,
} from '../sync/posts/pause-channel.ts'
import { changeReply } from '../sync/replies/refuse-reply.ts'
import { takeIncoming } from '../sync/replies/take-reply.ts'
import { unfurlLinks } from '../features/work-objects/unfurl-links.ts'
import { presentWorkObject } from '../features/work-objects/present-work-object.ts'

interface By {
  background: Background
  /** Looks up who acts, which most channel messages don't need. */
  acting: () => Promise<Actor>
  /** When it happened, in ms. */
  at: () => number
  /** Slack sends the event again, because it got no answer. */
  repeated: boolean
}

/** Slack gets its answer when this resolves, so slow work runs in the background. */
type Listener = (deps: BotDeps, event: unknown, by: By) => Promise<unknown>

const listener =
  <T>(shape: z.ZodType<T>, on: (deps: BotDeps, event: T, by: By) => unknown): Listener =>
  async (deps, event, by) => {
    const { success, data, error } = shape.safeParse(event)
    if (success) await on(deps, data, by)
    else deps.log.error({ reason: z.prettifyError(error) }, 'an event of Slack has an unknown shape')
  }

const channel = z.union([z.string(), z.looseObject({ id: z.string() }).transform(({ id }) => id)])
const channelId = z.string().regex(/^[A-Z0-9]+$/)
const channelEventSchema = z.looseObject({ channel, event_ts: optionalText })

/** Converts Slack's seconds, such as `1732183200.000100`, to whole ms: PostgreSQL refuses fractions. */
const time = (deps: BotDeps, stamp: string | undefined): number => {
  const ms = Math.round(Number(stamp) * 1_000)
  return Number.isFinite(ms) ? ms : deps.now()
}

/** Not every event has a time of its own. */
const eventTimeSchema = z
  .looseObject({ event_time: z.number(), event: z.looseObject({ event_ts: optionalText }) })
  .transform(({ event_time: sent, event }) => event.event_ts ?? String(sent))

/** The next message checks again who can read the channel. */
const forgets = listener(channelEventSchema, (deps, event) => deps.slack.forgetChannel(event.channel))

const pauses = (reason: string): Listener =>
  listener(channelEventSchema, (deps, event) =>
    pauseFor(deps, event.channel, reason, time(deps, event.event_ts)),
  )

/** A reply, or a message to the app. A message at the top of a channel stays in Slack. */
const takeSpoken = async (deps: BotDeps, message: Incoming, at: string, repeated: boolean) => {
  const { channel_type: kind, thread_ts: threadTs, ts } = message
  if (kind === 'im' || kind === 'mpim') return takeDirect(deps, message, at)
  if (message.subtype === 'file_share') await takeAddressed(deps, message, at)
  if (threadTs && threadTs !== ts) await takeIncoming(deps, message, at, repeated)
}

/** Bolt passes on `message_changed` for our own updates. The `bot_id` of the messages in it filters them out. */
const onMessage = listener(incomingSchema, (deps, message, { repeated }) => {
  const { channel: at, subtype, message: changed, previous_message: before, deleted_ts: deleted } = message
  if (!at) return undefined
  if (spoken.has(subtype)) return takeSpoken(deps, message, at, repeated)
  // Slack sends this when a message with replies is deleted. The text is Slack's.
  const isGone = subtype === 'message_changed' && changed?.subtype === 'tombstone'
  if (isGone && before?.bot_id) return cardDeleted(deps, at, changed.ts)
  const isEdit = isGone || changed?.edited
  if (subtype === 'message_changed' && changed && isEdit && !changed.bot_id && !before?.bot_id)
    return changeReply(deps, at, changed.ts, isGone ? undefined : changed.text)
  if (subtype === 'message_deleted' && deleted && before?.bot_id) return cardDeleted(deps, at, deleted)
  if (subtype === 'message_deleted' && deleted) return changeReply(deps, at, deleted, undefined)
  return undefined
})

/** /readyz, /onboard status and the Home tab report this until the token works again. */
const onRemoved = async (deps: BotDeps, what: string, at: number): Promise<void> => {
  if (!(await deps.leave(what, at))) return
  deps.instance.access.removed = what
  deps.log.error({ what }, 'Slack does not let the app into the workspace any more')
}

/** Does the work if the user is the app itself. Slack doesn't wait for our identity. */
const ifSelf = (
  { slack }: BotDeps,
  user: string | undefined,
  background: Background,
  work: () => Promise<void>,
): Promise<void> | undefined => {
  if (!user) return undefined
  const self = slack.knownIdentity()?.userId
  if (self === user) return work()
  const onceKnown = async () => {
    if ((await slack.identity()).userId === user) await work()
  }
  if (self === undefined) background.add(onceKnown())
  return undefined
}

const joinedSchema = channelEventSchema.extend({ user: optionalText, inviter: optionalText })

const linksSchema = z.looseObject({
  message_ts: z.string(),
  source: optionalText,
  links: z.array(z.looseObject({ url: z.string() })),
})

const detailsSchema = z
  .object({
    trigger_id: z.string(),
    external_ref: z.object({ id: z.string(), type: optionalText }).optional().catch(undefined),
    entity_url: optionalText,
    link: z.object({ url: optionalText }).optional().catch(undefined),
  })
  .transform(({ trigger_id: triggerId, external_ref: externalRef, entity_url: page, link }) => ({
    triggerId,
    externalRef,
    url: page ?? link?.url ?? '',
  }))

export const events: Readonly<Record<string, Listener>> = {
  message: onMessage,
  app_mention: listener(incomingSchema, (deps, message) =>
    message.channel ? takeAddressed(deps, message, message.channel) : undefined,
  ),
  app_home_opened: listener(
    z.looseObject({ tab: optionalText, user: optionalText }),
    (deps, { tab, user = '' }, { background, acting }) => {
      if (tab !== 'home') return
      const turn = homeTurn(deps, user)
      background.add(acting().then((actor) => showHome(deps, actor, 'work', turn)))
    },
  ),
  /** Skips links in the composer, because an unsent message has no channel yet. */
  link_shared: listener(
    linksSchema,
    (deps, { message_ts: ts, source, links: shared }, { background, acting }) => {
      const startedAt = deps.now()
      const urls = shared.map(({ url }) => url)
      const unfurl = async () => {
        const actor = await acting()
        if (isHere(actor)) await unfurlLinks(deps, actor, { ts, urls, startedAt })
      }
      if (source !== 'composer') background.add(unfurl())
    },
  ),
  entity_details_requested: listener(detailsSchema, (deps, given, { background, acting }) =>
    background.add(acting().then((actor) => presentWorkObject(deps, actor, given))),
  ),
  channel_shared: listener(channelEventSchema, (deps, event) =>
    onShared(deps, event.channel, time(deps, event.event_ts)),
  ),
  channel_unshared: listener(
    channelEventSchema.extend({ is_ext_shared: z.boolean().nullish() }),
    (deps, event) =>
      event.is_ext_shared ? deps.slack.forgetChannel(event.channel) : onUnshared(deps, event.channel),
  ),
  channel_id_changed: listener(
    z.looseObject({ old_channel_id: channelId, new_channel_id: channelId, event_ts: optionalText }),
    (deps, event) =>
      followChannel(deps, event.old_channel_id, event.new_channel_id, time(deps, event.event_ts)),
  ),
  channel_archive: pauses('is_archived'),
  group_archive: pauses('is_archived'),
  channel_deleted: pauses('channel_deleted'),
  group_deleted: pauses('channel_deleted'),
  channel_left: pauses('not_in_channel'),
  group_left: pauses('not_in_channel'),
  /** If the app itself left, `channel_left` arrives too. */
  member_left_channel: listener(
    channelEventSchema.extend({ user: z.string() }),
    (deps, event, { background }) => {
      deps.slack.forgetChannel(event.channel)
      return ifSelf(deps, event.user, background, () =>
        pauseFor(deps, event.channel, 'not_in_channel', time(deps, event.event_ts)),
      )
    },
  ),
  app_uninstalled: (deps, _, { at }) => onRemoved(deps, 'the app was uninstalled', at()),
  tokens_revoked: listener(
    z.looseObject({ tokens: z.looseObject({ bot: z.array(z.string()).nullish() }) }),
    (deps, { tokens }, { at }) =>
      tokens.bot?.length ? onRemoved(deps, 'the bot’s token was revoked', at()) : undefined,
  ),
  member_joined_channel: listener(joinedSchema, async (deps, event, { background }) => {
    const { channel: at, user, inviter, event_ts: ts } = event
    deps.slack.forgetChannel(at)
    await ifSelf(deps, user, background, async () => {
      await onBack(deps, at)
      // Without an inviter, the app made the channel or joined it by itself.
      if (inviter) await welcomeChannel(deps, at, ts ?? String(deps.now()))
    })
    if (user && user !== deps.slack.knownIdentity()?.userId)
      await personJoined(deps, at, user, time(deps, event.event_ts))
  }),
  /** Roles change seldom, and names and statuses often, so most of these events cost no call. */
  user_change: listener(
    z.looseObject({ user: z.looseObject({ id: z.string() }) }),
    (deps, { user }, { background }) => background.add(personChanged(deps, user)),
  ),
  team_access_granted: workspacesChanged,
  team_access_revoked: workspacesChanged,
  channel_unarchive: forgets,
  group_unarchive: forgets,
  // A rename changes nothing, because channels are stored by id.
  channel_rename: forgets,
  group_rename: forgets,
}

export const addEvents = (app: Doors, background: Background): void => {
  const rows = new Map(Object.entries(events))
  app.event(/./, async ({ event, body, context: { deps, retryNum } }) => {
    const acting = () => actorIn(deps, body)
    const at = () => time(deps, eventTimeSchema.safeParse(body).data)
    await rows.get(event.type)?.(deps, event, { background, acting, at, repeated: (retryNum ?? 0) > 0 })
  })
}
