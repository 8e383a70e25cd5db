import { type Dialogs, ownerOf as ownerOfView } from '../workspace/dialogs.ts'
import { presentMessage } from '../workspace/present.ts'
import { app, type Team, teamOfBot } from '../workspace/teams.ts'
import type { Channel, Json, Message, Person, View } from '../workspace/types.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { acting } from './acting.ts'
import type { ResponseUrls } from './response-urls.ts'
import type { Sender, Sent } from './send.ts'

export interface Interactions {
  command(person: Person, team: Team, channel: Channel, command: string, text: string): Promise<Sent>
  blockActions(person: Person, from: Surface, actions: Json[], state: Json): Promise<Sent>
  submit(person: Person, view: View): Promise<Sent>
  closed(person: Person, view: View, cleared: boolean): Promise<Sent>
  shortcut(
    person: Person,
    team: Team,
    callbackId: string,
    on?: { channel: Channel; message: Message },
  ): Promise<Sent>
  suggestions(
    person: Person,
    from: Surface,
    query: { action_id: string; block_id: string; value: string },
  ): Promise<Sent>
}

/** Where a person acted. */
export type Surface = { channel: Channel; message: Message } | { view: View }

/** The workspace whose installation a message or a view belongs to. */
const ownerOf = (from: Surface): Team =>
  'view' in from ? ownerOfView(from.view) : teamOfBot(from.message.bot_id)

/** Payloads in the shapes of api.docs.slack.dev, "Interaction payloads". */
export const createInteractions = (
  workspace: Workspace,
  dialogs: Dialogs,
  responseUrls: ResponseUrls,
  sender: Sender,
): Interactions => {
  const interactive = (payload: Json) => sender.form({ payload: JSON.stringify(payload) })

  const nameOf = (channel: Channel) => (channel.is_im ? 'directmessage' : channel.name)

  const messageFields = (person: Person, team: Team, channel: Channel, message: Message): Json => {
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
        team: team.id,
        channel: channel.id,
        ts: message.ts,
        ...(thread && { thread_ts: thread }),
      }),
    }
  }

  const surfaceFields = (person: Person, from: Surface): Json =>
    'view' in from
      ? { container: { type: 'view', view_id: from.view.id }, view: from.view }
      : messageFields(person, ownerOf(from), from.channel, from.message)

  /** Fields of an interaction that the app may answer with a dialog. */
  const withTrigger = (person: Person, team: Team): Json => ({
    ...acting(person, team),
    trigger_id: dialogs.trigger(person.id, team),
  })

  return {
    command: (person, team, channel, command, text) =>
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
        api_app_id: app.id,
        is_enterprise_install: 'false',
        response_url: responseUrls.issue({ user: person.id, team: team.id, channel: channel.id }),
        trigger_id: dialogs.trigger(person.id, team),
      }),
    blockActions: (person, from, actions, state) =>
      interactive({
        type: 'block_actions',
        ...withTrigger(person, ownerOf(from)),
        ...surfaceFields(person, from),
        ...(!('view' in from) && { state }),
        actions,
      }),
    submit: (person, view) =>
      interactive({
        type: 'view_submission',
        ...withTrigger(person, ownerOf({ view })),
        view,
        response_urls: [],
      }),
    closed: (person, view, cleared) =>
      interactive({ type: 'view_closed', ...acting(person, ownerOf({ view })), view, is_cleared: cleared }),
    shortcut: (person, team, callbackId, on) =>
      interactive({
        type: on ? 'message_action' : 'shortcut',
        ...withTrigger(person, team),
        callback_id: callbackId,
        action_ts: workspace.stamps.ts(),
        ...(on && {
          message_ts: on.message.ts,
          channel: { id: on.channel.id, name: nameOf(on.channel) },
          message: presentMessage(workspace, on.channel.id, on.message),
          response_url: responseUrls.issue({
            user: person.id,
            team: team.id,
            channel: on.channel.id,
            ts: on.message.ts,
          }),
        }),
      }),
    suggestions: (person, from, query) =>
      interactive({
        type: 'block_suggestion',
        ...acting(person, ownerOf(from)),
        ...query,
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
