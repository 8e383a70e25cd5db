import type { PaneRefusal } from '../kit/cards/work-object.ts'
import { metadata } from '../kit/ids.ts'
import { attempt, ignoring, SlackProblem } from './problem.ts'
import type { SlackClient } from './bolt.ts'
import type { SlackClock } from './slack-clock.ts'
import type { Identity, Outgoing, Slack } from './slack.ts'
import { createChannels, createManaging } from './members/channels.ts'
import { createDeliveryLook, createThreads } from './web-delivery.ts'
import { createDiagnosis } from './web-diagnosis.ts'
import { createOrganizations, createWorkspaces } from './members/workspaces.ts'
import { createPeople } from './members/people.ts'
import type { LinkUnfurls } from '@slack/types'

const errorOf = ({ status, title, message }: PaneRefusal) => ({
  status,
  custom_title: title,
  custom_message: message,
})

/** Canvases and the composer show `preview`. */
const createUnfurl = (client: SlackClient): Pick<Slack, 'unfurl' | 'presentDetails'> => ({
  unfurl: async ({ channel, ts, cards, entities = [] }) => {
    const unfurls: LinkUnfurls = Object.fromEntries(
      cards.map(({ url, title, text, blocks }) => [
        url,
        {
          blocks: [...blocks],
          fallback: text,
          preview: { type: 'plain_text', title: { type: 'plain_text', text: title, emoji: false } },
        },
      ]),
    )
    const metadata = { entities: [...entities] }
    await attempt('chat.unfurl', () =>
      client.chat.unfurl({ channel, ts, unfurls, ...(entities.length > 0 && { metadata }) }),
    )
  },
  presentDetails: async (trigger_id, shown) => {
    await attempt('entity.presentDetails', () =>
      client.apiCall('entity.presentDetails', {
        trigger_id,
        ...('entity' in shown ? { metadata: shown.entity } : { error: errorOf(shown.refusal) }),
      }),
    )
  },
})

const body = (message: Outgoing) => ({
  channel: message.channel,
  text: message.text,
  // Empty blocks mean text only, after Slack rejected the blocks.
  ...(message.blocks.length > 0 && { blocks: [...message.blocks] }),
  unfurl_links: false,
  unfurl_media: false,
  ...(message.username !== undefined && { username: message.username }),
  ...(message.iconUrl !== undefined && { icon_url: message.iconUrl }),
  ...(message.deliveryId !== undefined && {
    metadata: {
      event_type: metadata.delivery,
      event_payload: {
        delivery_id: message.deliveryId,
        ...(message.about && { kind: message.about.kind, object_uuid: message.about.uuid }),
      },
    },
  }),
  ...(message.clientMessageId !== undefined && { client_msg_id: message.clientMessageId }),
})

const inThread = (message: Outgoing) =>
  message.threadTs === undefined
    ? {}
    : message.broadcast
      ? { thread_ts: message.threadTs, reply_broadcast: true as const }
      : { thread_ts: message.threadTs }

const createIdentity = (client: SlackClient): Pick<Slack, 'identity' | 'known' | 'check'> => {
  let known: Identity | undefined
  let asking: Promise<Identity> | undefined
  const ask = async () => {
    const answer = await attempt('auth.test', () => client.auth.test())
    known = {
      userId: answer.user_id ?? '',
      botId: answer.bot_id ?? '',
      teamId: answer.team_id ?? '',
      teamName: answer.team ?? '',
      enterpriseId: answer.enterprise_id,
      isOrg: answer.is_enterprise_install,
    }
    return known
  }
  const identity = async () => known ?? (asking ??= ask().finally(() => (asking = undefined)))
  return {
    identity,
    known: () => {
      if (!known) identity().catch(() => undefined)
      return known
    },
    check: async () => {
      const { response_metadata: about } = await attempt('auth.test', () => client.auth.test())
      return about?.scopes
    },
  }
}

const createPosting = (client: SlackClient): Pick<Slack, 'post' | 'update' | 'ephemeral'> => ({
  post: async (message) => {
    const { ts } = await attempt('chat.postMessage', () =>
      client.chat.postMessage({ ...body(message), ...inThread(message) }),
    )
    // Without `ts` the message cannot be found again, so its state is unknown.
    if (!ts) throw new SlackProblem('unknown', '', 'chat.postMessage: no ts')
    return { ts }
  },
  update: async ({ channel, ts, text, blocks }) => {
    await attempt('chat.update', () => client.chat.update({ channel, ts, text, blocks: [...blocks] }))
  },
  ephemeral: async (message) => {
    const thread = message.threadTs === undefined ? {} : { thread_ts: message.threadTs }
    await attempt('chat.postEphemeral', () =>
      client.chat.postEphemeral({ ...body(message), ...thread, user: message.user }),
    )
  },
})

const createSigns = (client: SlackClient): Pick<Slack, 'react' | 'unreact' | 'pin' | 'permalink'> => ({
  react: (channel, timestamp, name) =>
    ignoring(['already_reacted', 'message_not_found'], 'reactions.add', () =>
      client.reactions.add({ channel, timestamp, name }),
    ),
  unreact: (channel, timestamp, name) =>
    ignoring(['no_reaction', 'message_not_found'], 'reactions.remove', () =>
      client.reactions.remove({ channel, timestamp, name }),
    ),
  pin: (channel, timestamp) =>
    ignoring(['already_pinned'], 'pins.add', () => client.pins.add({ channel, timestamp })),
  permalink: async (channel, ts) => {
    try {
      return (await client.chat.getPermalink({ channel, message_ts: ts })).permalink
    } catch {
      return undefined // Post the message even without its link.
    }
  },
})

const createViews = (
  client: SlackClient,
): Pick<Slack, 'openView' | 'pushView' | 'updateView' | 'publishHome'> => ({
  openView: async (triggerId, view) => {
    const answer = await attempt('views.open', () => client.views.open({ trigger_id: triggerId, view }))
    return { viewId: answer.view?.id ?? '' }
  },
  pushView: async (triggerId, view) => {
    await attempt('views.push', () => client.views.push({ trigger_id: triggerId, view }))
  },
  updateView: async (viewId, view) => {
    const which = typeof viewId === 'string' ? { view_id: viewId } : { external_id: viewId.externalId }
    await attempt('views.update', () => client.views.update({ ...which, view }))
  },
  publishHome: async (user, view) => {
    await attempt('views.publish', () => client.views.publish({ user_id: user, view }))
  },
})

/** The client must not retry, because lanes do (see docs/architecture.md). */
export const createSlack = (client: SlackClient, clock: SlackClock): Slack => {
  const who = createIdentity(client)
  const workspaces = createWorkspaces(client, who.identity)
  const people = createPeople(client, who.identity, workspaces)
  return {
    ...who,
    ...createPosting(client),
    ...createDiagnosis(client),
    ...createDeliveryLook(client, clock),
    ...createSigns(client),
    ...createThreads(client),
    ...createChannels(client, { ...who, ...people }, workspaces),
    ...people,
    ...createOrganizations(client),
    ...createViews(client),
    ...createUnfurl(client),
    ...createManaging(client, clock, who.identity),
  }
}
