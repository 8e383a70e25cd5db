import type { Dialogs } from '../workspace/dialogs.ts'
import type { Events } from '../outgoing/events.ts'
import type { Panes } from '../workspace/panes.ts'
import type { Posting } from '../workspace/posting.ts'
import { bot } from '../workspace/seed.ts'
import type { Channel, Json, Message, Person } from '../workspace/types.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { Args } from './args.ts'
import type { Outage } from './outage.ts'
import { refuse } from './refusal.ts'

export interface Context {
  workspace: Workspace
  posting: Posting
  events: Events
  dialogs: Dialogs
  panes: Panes
  botToken: string
  outage: Outage
  /** The page's origin, for permalinks and pictures. Known once the server listens. */
  origin: () => string
}

/** One Web API method. Returns its answer apart from `ok: true`, or throws a `Refusal`. */
export type Method = (context: Context, args: Args) => Json

export const findChannel = ({ workspace }: Context, id: string | undefined): Channel =>
  workspace.channel(id ?? '') ?? refuse('channel_not_found')

/** A person's id means their direct message with the app. */
export const channelToPost = (context: Context, id: string | undefined): Channel => {
  const direct = context.workspace.channels().find((one) => one.is_im && one.user === id)
  const channel = direct ?? findChannel(context, id?.replace(/^#/, ''))
  if (channel.is_archived) refuse('is_archived')
  if (!channel.members.includes(bot.userId)) refuse('not_in_channel')
  return channel
}

export const memberChannel = (context: Context, id: string | undefined): Channel => {
  const channel = findChannel(context, id)
  return channel.members.includes(bot.userId) ? channel : refuse('not_in_channel')
}

export const findMessage = ({ workspace }: Context, channel: Channel, ts: string | undefined): Message => {
  const message = workspace.message(channel.id, ts ?? '')
  return message === undefined || message.visible_to ? refuse('message_not_found') : message
}

export const findPerson = ({ workspace }: Context, id: string | undefined): Person =>
  workspace.person(id ?? '') ?? refuse('user_not_found')
