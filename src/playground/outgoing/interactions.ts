import type { Dialogs } from '../workspace/dialogs.ts'
import { presentMessage } from '../workspace/present.ts'
import { bot, team } from '../workspace/seed.ts'
import type { Channel, Json, Message, Person, View } from '../workspace/types.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { acting } from './acting.ts'
import type { ResponseUrls } from './response-urls.ts'
import type { Sender, Sent } from './send.ts'

export interface Interactions {
  command(person: Person, channel: Channel, command: string, text: string): Promise<Sent>
  blockActions(person: Person, from: Surface, actions: Json[], state: Json): Promise<Sent>
  submit(person: Person, view: View): Promise<Sent>
  closed(person: Person, view: View, cleared: boolean): Promise<Sent>
  shortcut(person: Person, callbackId: string, on?: { channel: Channel; message: Message }): Promise<Sent>
  suggestions(
    person: Person,
    from: Surface,
    asked: { action_id: string; block_id: string; value: string },
  ): Promise<Sent>
}

/** Where a person acted. */
export type Surface = { channel: Channel; message: Message } | { view: View }

/** Payloads in the shapes of api.docs.slack.dev, "Interaction payloads". */
export const createInteractions = (
  workspace: Workspace,
  dialogs: Dialogs,
  responseUrls: ResponseUrls,
  sender: Sender,
): Interactions => {
  const interactive = (payload: Json) => sender.form({ payload: JSON.stringify(payload) })

  const nameOf = (channel: Channel) => (channel.is_im ? 'directmessage' : channel.name)

  const messageFields = (person: Person, channel: Channel, message: Message): Json => {
    const ephemeral = message.visible_to !== undefined
    const thread = message.thread_ts
    return {
      container: {
        type: 'message',
        message_ts: message.ts,
        channel_id: channel.id,
        is_ephemeral: ephemeral,
        ...(thread && { thread_ts: thread }),
      },
      channel: { id: channel.id, name: nameOf(channel) },
      // Slack stores no ephemerals, so the payload carries no message.
      ...(!ephemeral && { message: presentMessage(workspace, channel.id, message) }),
      response_url: responseUrls.issue({
        user: person.id,
        channel: channel.id,
        ts: message.ts,
        ...(thread && { thread_ts: thread }),
      }),
    }
  }

  const surfaceFields = (person: Person, from: Surface): Json =>
    'view' in from
      ? { container: { type: 'view', view_id: from.view.id }, view: from.view }
      : messageFields(person, from.channel, from.message)

  return {
    command: (person, channel, command, text) =>
      sender.form({
        token: 'playground',
        team_id: team.id,
        team_domain: team.domain,
        channel_id: channel.id,
        channel_name: nameOf(channel),
        user_id: person.id,
        user_name: person.name,
        command,
        text,
        api_app_id: bot.appId,
        is_enterprise_install: 'false',
        response_url: responseUrls.issue({ user: person.id, channel: channel.id }),
        trigger_id: dialogs.trigger(person.id),
      }),
    blockActions: (person, from, actions, state) =>
      interactive({
        type: 'block_actions',
        ...acting(person),
        trigger_id: dialogs.trigger(person.id),
        ...surfaceFields(person, from),
        ...(!('view' in from) && { state }),
        actions,
      }),
    submit: (person, view) =>
      interactive({
        type: 'view_submission',
        ...acting(person),
        trigger_id: dialogs.trigger(person.id),
        view,
        response_urls: [],
      }),
    closed: (person, view, cleared) =>
      interactive({ type: 'view_closed', ...acting(person), view, is_cleared: cleared }),
    shortcut: (person, callbackId, on) =>
      interactive({
        type: on ? 'message_action' : 'shortcut',
        ...acting(person),
        callback_id: callbackId,
        trigger_id: dialogs.trigger(person.id),
        action_ts: workspace.stamps.ts(),
        ...(on && {
          message_ts: on.message.ts,
          channel: { id: on.channel.id, name: nameOf(on.channel) },
          message: presentMessage(workspace, on.channel.id, on.message),
          response_url: responseUrls.issue({ user: person.id, channel: on.channel.id, ts: on.message.ts }),
        }),
      }),
    suggestions: (person, from, asked) =>
      interactive({
        type: 'block_suggestion',
        ...acting(person),
        ...asked,
        ...('view' in from
          ? { container: { type: 'view', view_id: from.view.id }, view: from.view }
          : {
              container: { type: 'message', message_ts: from.message.ts, channel_id: from.channel.id },
              channel: { id: from.channel.id, name: nameOf(from.channel) },
              message: presentMessage(workspace, from.channel.id, from.message),
            }),
      }),
  }
}
