import type { PaneRefusal, WorkObject } from '../kit/work-object.ts'
import { metadata } from '../kit/ids.ts'
import { ignoring, isOfFileLink, isOfForm, mentionTrigger, NoTrigger, SlackProblem } from './problem.ts'
import type { SlackClient, SlackClock } from './client.ts'
import type { Outgoing, Place } from './slack.ts'
import { createChannels, createManaging } from './channels.ts'
import { createPostLook, createThreads } from './find-posts.ts'
import { createOrganizations, createWorkspaces } from './workspaces.ts'
import { createIdentity, createPeople } from './people.ts'
import { startOf } from '../../contract/text.ts'
import type { Log } from '../../log.ts'
import type { HomeView, KnownBlock, LinkUnfurls, View } from '@slack/types'

const errorOf = ({ status, title, message }: PaneRefusal) => ({
  status,
  custom_title: title,
  custom_message: message,
})

interface Unfurled {
  channel: string
  ts: string
  cards: readonly { url: string; title: string; text: string; blocks: readonly KnownBlock[] }[]
  /** The same cards as Work Objects, for clients that support them. */
  entities?: readonly WorkObject[]
}

const messageBody = (message: Outgoing) => ({
  channel: message.channel,
  text: message.text,
  // Empty blocks mean text only, after Slack rejected the blocks.
  ...(message.blocks.length > 0 && { blocks: [...message.blocks] }),
  unfurl_links: false,
  unfurl_media: false,
  ...(message.username !== undefined && { username: message.username }),
  ...(message.iconUrl !== undefined && { icon_url: message.iconUrl }),
  ...(message.postId !== undefined && {
    metadata: {
      event_type: metadata.post,
      event_payload: {
        delivery_id: message.postId,
        ...(message.about && { kind: message.about.kind, object_uuid: message.about.uuid }),
      },
    },
  }),
  ...(message.clientMessageId !== undefined && { client_msg_id: message.clientMessageId }),
})

/** Slack cuts or refuses longer texts. */
const longestText = 12_000

/** Of a file, canvas or list. */
const fileLink =
  /https:\/\/[\w.-]*slack(?:-files)?\.com\/(?:files|docs|canvas|lists)[^\s<>|)"]*[^\s<>|)".,;:!?]/gi

/** Its text, where each link to a file of Slack's says what was left out. */
const withoutFileLinks = <M extends Pick<Outgoing, 'text' | 'blocks'>>(
  message: M,
  error: SlackProblem,
): M => {
  const text = message.text.replace(fileLink, '(link not shown)')
  if (text === message.text) throw error
  return { ...message, text, blocks: [] }
}

/** If Slack refused a message's blocks, their content is sent as text, so that no words are lost. */
const asText = <M extends Pick<Outgoing, 'text' | 'blocks'>>(message: M, error: unknown, log: Log): M => {
  if (error instanceof SlackProblem && isOfFileLink(error.code)) return withoutFileLinks(message, error)
  if (!(error instanceof SlackProblem) || !isOfForm(error.code)) throw error
  const text = startOf(message.text, longestText)
  if (message.blocks.length === 0 && text === message.text) throw error
  log.error({ problem: error.code }, 'Slack did not take the blocks of a message: sent as text only')
  return { ...message, text, blocks: [] }
}

type Changed = Pick<Outgoing, 'channel' | 'text' | 'blocks'> & { ts: string }

/** Sends again as text what Slack refused for its form. */
const orAsText = <M extends Pick<Outgoing, 'text' | 'blocks'>, R>(
  send: (message: M) => Promise<R>,
  log: Log,
) => {
  const sendAny = async (message: M): Promise<R> => {
    try {
      return await send(message)
    } catch (error) {
      return sendAny(asText(message, error, log))
    }
  }
  return sendAny
}

const createWords = (client: SlackClient, log: Log) => ({
  post: orAsText(async (message: Outgoing): Promise<Place> => {
    const { threadTs: thread_ts, broadcast } = message
    const alsoInChannel = broadcast ? { reply_broadcast: true as const } : {}
    const thread = thread_ts === undefined ? {} : { thread_ts, ...alsoInChannel }
    // A message to a person is in their conversation with the app, which has its own id.
    const { ts, channel = message.channel } = await client.chat.postMessage({
      ...messageBody(message),
      ...thread,
    })
    // Without `ts` the message cannot be found again, so its state is unknown.
    if (!ts) throw new SlackProblem('unknown', '', 'chat.postMessage: no ts')
    return { channel, ts }
  }, log),
  update: orAsText(async ({ channel, ts, text, blocks }: Changed): Promise<void> => {
    await client.chat.update({ channel, ts, text, blocks: [...blocks] })
  }, log),
  ephemeral: orAsText(async (message: Outgoing & { user: string }): Promise<void> => {
    const thread = message.threadTs === undefined ? {} : { thread_ts: message.threadTs }
    await client.chat.postEphemeral({ ...messageBody(message), ...thread, user: message.user })
  }, log),
})

const createWriting = (client: SlackClient) => ({
  react: (channel: string, timestamp: string, name: string): Promise<void> =>
    ignoring(['already_reacted', 'message_not_found'], client.reactions.add({ channel, timestamp, name })),
  unreact: (channel: string, timestamp: string, name: string): Promise<void> =>
    ignoring(['no_reaction', 'message_not_found'], client.reactions.remove({ channel, timestamp, name })),
  /** Also succeeds when the message is already pinned. */
  pin: (channel: string, timestamp: string): Promise<void> =>
    ignoring(['already_pinned'], client.pins.add({ channel, timestamp })),
  permalink: async (channel: string, ts: string): Promise<string | undefined> => {
    try {
      return (await client.chat.getPermalink({ channel, message_ts: ts })).permalink
    } catch {
      return undefined // Post the message even without its link.
    }
  },
  openView: async (triggerId: string, view: View): Promise<{ viewId: string }> => {
    if (triggerId.startsWith(mentionTrigger)) throw new NoTrigger()
    const answer = await client.views.open({ trigger_id: triggerId, view })
    return { viewId: answer.view?.id ?? '' }
  },
  /** On top of the dialog with the pressed trigger. */
  pushView: async (triggerId: string, view: View): Promise<void> => {
    await client.views.push({ trigger_id: triggerId, view })
  },
  /** By id or `external_id`. Fails with `not_found` if the view is closed or not open yet. */
  updateView: async (viewId: string | { externalId: string }, view: View): Promise<void> => {
    const which = typeof viewId === 'string' ? { view_id: viewId } : { external_id: viewId.externalId }
    await client.views.update({ ...which, view })
  },
  publishHome: async (user: string, view: HomeView): Promise<void> => {
    await client.views.publish({ user_id: user, view })
  },
  /** Canvases and the composer show `preview`. */
  unfurl: async ({ channel, ts, cards, entities = [] }: Unfurled): Promise<void> => {
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
    await client.chat.unfurl({ channel, ts, unfurls, ...(entities.length > 0 && { metadata }) })
  },
  /** In the side panel that the person opened. */
  presentDetails: async (
    trigger_id: string,
    shown: { entity: WorkObject } | { refusal: PaneRefusal },
  ): Promise<void> => {
    await client.apiCall('entity.presentDetails', {
      trigger_id,
      ...('entity' in shown ? { metadata: shown.entity } : { error: errorOf(shown.refusal) }),
    })
  },
})

/** The client must not retry, because lanes do (see docs/architecture.md). */
export const createSlack = (client: SlackClient, clock: SlackClock, log: Log) => {
  const who = createIdentity(client, clock)
  const workspaces = createWorkspaces(client, who.identity, clock)
  const people = createPeople(client, who.identity, workspaces, clock)
  return {
    ...who,
    ...createWords(client, log),
    ...createWriting(client),
    ...createPostLook(client, clock),
    ...createThreads(client),
    ...createChannels(client, who.identity, people, workspaces, clock),
    ...people,
    ...createOrganizations(client, clock),
    ...createManaging(client, clock, who.identity),
  }
}

/** Slack, as one installation sees it. Every method throws `SlackProblem`. */
export type Slack = ReturnType<typeof createSlack>
