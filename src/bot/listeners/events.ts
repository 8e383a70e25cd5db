import type { App } from '@slack/bolt'
import { z } from 'zod'
import type { Background } from '../background.ts'
import type { BotDeps } from '../deps.ts'
import { incoming, spoken } from '../slack/said.ts'
import { takeMention } from '../use-cases/answer-mention.ts'
import { wordsToUs } from '../use-cases/answers/words-to-us.ts'
import { openHome } from '../use-cases/home/show-home.ts'
import { isUnshared, pauseFor } from '../use-cases/posting/pause-channel.ts'
import { changeReply } from '../use-cases/replies/change-reply.ts'
import { takeSaid } from '../use-cases/replies/take-said.ts'
import { unfurlLinks } from '../use-cases/work-objects/unfurl-links.ts'
import { presentWorkObject } from '../use-cases/work-objects/present-work-object.ts'
import { presentComments } from '../use-cases/work-objects/work-object-comments.ts'
import { asked } from './pane.ts'
import { maybe } from './shapes.ts'

/** Acknowledged when it resolves; what may take longer runs in the background. */
type Hear = (deps: BotDeps, event: unknown, background: Background) => Promise<unknown>

const heard =
  <T>(shape: z.ZodType<T>, on: (deps: BotDeps, event: T, background: Background) => unknown): Hear =>
  async (deps, event, background) => {
    const { success, data, error } = shape.safeParse(event)
    if (success) await on(deps, data, background)
    else deps.log.error({ reason: z.prettifyError(error) }, 'an event of Slack has an unknown shape')
  }

const channel = z.union([z.string(), z.looseObject({ id: z.string() }).transform(({ id }) => id)])
const ofChannel = z.looseObject({ channel, event_ts: maybe })

/** Slack's seconds as text, `1732183200.000100`, in whole ms: PostgreSQL takes no part of one. */
const time = (deps: BotDeps, stamp: string | undefined): number => {
  const ms = Math.round(Number(stamp) * 1_000)
  return Number.isFinite(ms) ? ms : deps.now()
}

/** Who reads a channel is asked again before the next message. */
const forgets = heard(ofChannel, (deps, event) => deps.slack.forgetChannel(event.channel))

/** What ends an agreement pauses what the channel receives, durably, before Slack is answered. */
const pauses = (reason: string): Hear =>
  heard(ofChannel, (deps, event) => pauseFor(deps, event.channel, reason, time(deps, event.event_ts)))

/**
 * Bolt leaves out the app's own new messages, but not `message_changed` of its own updates, whose author is nested:
 * a bot's id in the inner message leaves those out here.
 */
const message = heard(incoming, (deps, said) => {
  const { channel: at, subtype, message: changed, deleted_ts: deleted } = said
  if (!at) return undefined
  if (spoken.has(subtype)) return takeSaid(deps, said, at)
  if (subtype === 'message_changed' && changed && !changed.bot_id)
    return changeReply(deps, { channel: at, ts: changed.ts, text: changed.text ?? '' })
  if (subtype === 'message_deleted' && deleted)
    return changeReply(deps, { channel: at, ts: deleted, text: undefined })
  return undefined
})

const mention = z.looseObject({
  channel: z.string(),
  user: maybe,
  bot_id: maybe,
  ts: z.string(),
  thread_ts: maybe,
  text: z.string().default(''),
  team: maybe,
  user_team: maybe,
  source_team: maybe,
})

const links = z.looseObject({
  channel: z.string(),
  message_ts: z.string(),
  source: maybe,
  links: z.array(z.looseObject({ url: z.string() })),
})

/** Every event that Slack sends us, and what it leads to. */
export const events: Readonly<Record<string, Hear>> = {
  message,
  /** `@Onboarding <words>`: stored before Slack is answered. A mention within a sentence asks nothing of us. */
  app_mention: heard(mention, async (deps, said) => {
    if (!said.user || said.bot_id) return
    const text = await wordsToUs(deps, said.text)
    if (text === undefined) return
    const { channel: at, ts, user, thread_ts: threadTs } = said
    const team = said.user_team ?? said.source_team ?? said.team
    await takeMention(deps, { channel: at, ts, threadTs, user, team, text })
  }),
  app_home_opened: heard(
    z.looseObject({ user: z.string(), tab: maybe }),
    (deps, { user, tab }, background) => {
      if (tab === 'home') background.run(() => openHome(deps, user))
    },
  ),
  /** While a message is still written nobody can tell where it will stand: its links wait until it is sent. */
  link_shared: heard(links, (deps, { channel: at, message_ts: ts, source, links: shared }, background) => {
    const urls = shared.map(({ url }) => url)
    if (source !== 'composer') background.run(() => unfurlLinks(deps, { channel: at, ts, urls }))
  }),
  entity_details_requested: heard(asked, (deps, given, background) =>
    background.run(() => presentWorkObject(deps, given)),
  ),
  entity_comments_requested: heard(asked, (deps, given, background) =>
    background.run(() => presentComments(deps, given)),
  ),
  channel_shared: pauses('shared'),
  channel_unshared: heard(ofChannel.extend({ is_ext_shared: z.boolean().nullish() }), (deps, event) =>
    event.is_ext_shared ? deps.slack.forgetChannel(event.channel) : isUnshared(deps, event.channel),
  ),
  channel_id_changed: heard(z.looseObject({ old_channel_id: z.string(), event_ts: maybe }), (deps, event) =>
    pauseFor(deps, event.old_channel_id, 'channel_id_changed', time(deps, event.event_ts)),
  ),
  channel_archive: pauses('is_archived'),
  group_archive: pauses('is_archived'),
  channel_deleted: pauses('channel_deleted'),
  group_deleted: pauses('channel_deleted'),
  channel_left: pauses('not_in_channel'),
  group_left: pauses('not_in_channel'),
  member_left_channel: heard(ofChannel.extend({ user: z.string() }), async (deps, event) => {
    const { userId } = await deps.slack.identity()
    if (event.user !== userId) return deps.slack.forgetChannel(event.channel)
    return pauseFor(deps, event.channel, 'not_in_channel', time(deps, event.event_ts))
  }),
  member_joined_channel: forgets,
  channel_unarchive: forgets,
  group_unarchive: forgets,
  // A rename changes nothing: ids count.
  channel_rename: forgets,
  group_rename: forgets,
}

export const addEvents = (app: App, deps: BotDeps, background: Background): void => {
  for (const [name, hear] of Object.entries(events))
    app.event(name, async ({ event }) => void (await hear(deps, event, background)))
}
