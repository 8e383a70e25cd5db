import { teamFields, type Events } from '../outgoing/events.ts'
import { presentMessage } from './present.ts'
import { teams } from './teams.ts'
import { type Channel, channelType, type Json, type Message } from './types.ts'
import type { Workspace } from './workspace.ts'

/** The one place that posts, changes, and deletes messages. The app gets an event for each. */
export interface Posting {
  post(channel: Channel, draft: Omit<Message, 'ts' | 'type'>): Message
  change(channel: Channel, before: Message, after: Message): void
  remove(channel: Channel, message: Message): void
}

/** A message event, with the type of its channel. */
const eventOf = (channel: Channel, shown: Json): Json => ({
  ...shown,
  channel_type: channelType(channel),
})

export const createPosting = (workspace: Workspace, events: Events): Posting => {
  const mentioned = ({ bot_id, subtype, text }: Message) =>
    bot_id === undefined && subtype !== 'channel_join'
      ? teams.filter(({ bot }) => text.includes(`<@${bot.userId}>`))
      : []

  /** Updates a thread's root, so that the page shows the new reply count. */
  const touchRoot = (channel: Channel, message: Message) => {
    if (message.thread_ts === undefined || message.thread_ts === message.ts || message.visible_to) return
    const root = workspace.message(channel.id, message.thread_ts)
    if (root) workspace.announce({ kind: 'update', channel: channel.id, message: root })
  }

  const hidden = (channel: Channel, subtype: string, fields: Json) => {
    const ts = workspace.stamps.ts()
    events.emit(
      eventOf(channel, { type: 'message', subtype, hidden: true, ts, event_ts: ts, ...fields }),
      channel,
    )
  }

  return {
    post: (channel, draft) => {
      const ts = workspace.stamps.ts()
      const message: Message = { type: 'message', ts, ...draft }
      workspace.saveMessage(channel.id, message, 'message')
      touchRoot(channel, message)
      if (message.visible_to) return message
      const shown = {
        ...presentMessage(workspace, channel.id, message),
        ...(message.metadata && { metadata: message.metadata }),
        ...(message.team && teamFields(message.team, channel)),
        event_ts: ts,
      }
      events.emit(eventOf(channel, shown), channel)
      const { subtype: _none, ...mention } = { subtype: undefined, ...shown }
      if (!channel.is_im)
        for (const team of mentioned(message)) events.emit({ ...mention, type: 'app_mention' }, channel, team)
      return message
    },
    change: (channel, before, after) => {
      const previous = presentMessage(workspace, channel.id, before)
      workspace.saveMessage(channel.id, after, 'update')
      if (after.visible_to) return
      hidden(channel, 'message_changed', {
        message: presentMessage(workspace, channel.id, after),
        previous_message: previous,
      })
    },
    remove: (channel, message) => {
      const previous = presentMessage(workspace, channel.id, message)
      if (!message.visible_to && workspace.replies(channel.id, message.ts).length > 0) {
        const tombstone: Message = {
          type: 'message',
          subtype: 'tombstone',
          ts: message.ts,
          thread_ts: message.ts,
          user: 'USLACKBOT',
          text: 'This message was deleted.',
        }
        workspace.saveMessage(channel.id, tombstone, 'update')
        const shown = { ...presentMessage(workspace, channel.id, tombstone), hidden: true }
        hidden(channel, 'message_changed', { message: shown, previous_message: previous })
        return
      }
      workspace.removeMessage(channel.id, message)
      touchRoot(channel, message)
      if (message.visible_to) return
      hidden(channel, 'message_deleted', { deleted_ts: message.ts, previous_message: previous })
    },
  }
}
