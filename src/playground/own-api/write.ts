import { slackLimits } from '../../slack-limits.ts'
import type { Channel, Json, Message, Person } from '../workspace/types.ts'
import { typedText } from '../workspace/text.ts'
import { deny, type OwnContext } from './context.ts'

const { longestText } = slackLimits

interface Draft {
  text: string
  thread_ts?: string | undefined
  broadcast?: boolean | undefined
  files?: { name: string; size?: number | undefined }[] | undefined
}

/** A file in a message. The playground stores only its name. */
const fileOf = (
  context: OwnContext,
  person: Person,
  file: { name: string; size?: number | undefined },
): Json => {
  const id = context.workspace.stamps.id('F')
  const permalink = `${context.origin()}/files/${person.id}/${id}/${encodeURIComponent(file.name)}`
  const { name, size = 0 } = file
  const created = Math.floor(context.workspace.now() / 1_000)
  return {
    id,
    name,
    title: name,
    size,
    user: person.id,
    created,
    mode: 'hosted',
    permalink,
    url_private: permalink,
  }
}

/** Posts what a person typed into the composer. Slack itself handles `/me`. */
export const writeMessage = (
  context: OwnContext,
  person: Person,
  channel: Channel,
  draft: Draft,
): Message => {
  const me = /^\/me\s+/.exec(draft.text)
  const text = me ? draft.text.slice(me[0].length) : draft.text
  const files = draft.files?.map((file) => fileOf(context, person, file)) ?? []
  if (text.trim() === '' && files.length === 0) deny(400, 'no_text')
  if (text.length > longestText) deny(400, 'msg_too_long')
  if (channel.is_archived) deny(409, 'is_archived')
  const named =
    draft.thread_ts === undefined ? undefined : context.workspace.message(channel.id, draft.thread_ts)
  if (draft.thread_ts !== undefined && (named === undefined || named.visible_to))
    deny(404, 'thread_not_found')
  const rootTs = named?.thread_ts ?? named?.ts
  const root = rootTs === undefined ? undefined : context.workspace.message(channel.id, rootTs)
  const broadcast = draft.broadcast && root ? 'thread_broadcast' : undefined
  const subtype = me ? 'me_message' : files.length > 0 ? 'file_share' : broadcast
  const message = context.posting.post(channel, {
    ...(subtype && { subtype }),
    ...(files.length > 0 && { files }),
    user: person.id,
    team: person.team_id,
    client_msg_id: context.workspace.stamps.secret(),
    text: typedText(text, context.workspace.names(person.team_id, channel)),
    ...(root && { thread_ts: root.ts, ...(root.user && { parent_user_id: root.user }) }),
  })
  shareLinks(context, person, channel, message)
  return message
}

/** Sends links to the tracker to the app, which may unfurl them. */
const shareLinks = (context: OwnContext, person: Person, channel: Channel, message: Message): void => {
  const { trackerUrl } = context
  if (trackerUrl === undefined) return
  const { host: domain } = new URL(trackerUrl)
  const urls = [...message.text.matchAll(/<(https?:\/\/[^|>]+)/g)].map((found) => found[1] ?? '')
  const links = urls.filter((url) => URL.parse(url)?.host === domain).map((url) => ({ domain, url }))
  if (links.length === 0) return
  context.events.emit(
    {
      type: 'link_shared',
      user: person.id,
      is_bot_user_member: true,
      message_ts: message.ts,
      ...(message.thread_ts && { thread_ts: message.thread_ts }),
      unfurl_id: `${channel.id}.${message.ts}`,
      source: 'conversations_history',
      links,
      event_ts: context.workspace.stamps.ts(),
    },
    channel,
  )
}

export const ownMessage = (context: OwnContext, person: Person, channel: Channel, ts: string): Message => {
  const message = context.workspace.message(channel.id, ts) ?? deny(404, 'message_not_found')
  const dismissing = message.visible_to === person.id
  return message.user === person.id || dismissing ? message : deny(403, 'cant_update_message')
}

export const editMessage = (
  context: OwnContext,
  person: Person,
  channel: Channel,
  ts: string,
  text: string,
): Json => {
  const before = ownMessage(context, person, channel, ts)
  if (text.trim() === '') deny(400, 'no_text')
  if (channel.is_archived) deny(409, 'is_archived')
  const changed = typedText(text, context.workspace.names(person.team_id, channel))
  // As in Slack, saving the same text is no edit.
  if (changed === before.text) return { ok: true, ts }
  const edited = { user: person.id, ts: context.workspace.stamps.ts() }
  const after = { ...before, text: changed, edited }
  context.posting.change(channel, before, after)
  return { ok: true, ts }
}
