import type { Dialogs } from '../workspace/dialogs.ts'
import type { Events } from '../outgoing/events.ts'
import type { Panes } from '../workspace/panes.ts'
import type { Posting } from '../workspace/posting.ts'
import type { Caller, Installations } from '../workspace/installations.ts'
import { type Channel, type Json, type Message, type Person, teamIdsOf } from '../workspace/types.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { OAuth } from '../oauth/oauth.ts'
import type { Args } from './args.ts'
import type { Outage } from './outage.ts'
import { refuse } from './refusal.ts'

export interface Context {
  workspace: Workspace
  posting: Posting
  events: Events
  dialogs: Dialogs
  panes: Panes
  installations: Installations
  /** Undefined if the app can't be added to workspaces. */
  oauth: OAuth | undefined
  /** The app-level token. Only `apps.*` methods take it. */
  appToken: string | undefined
  outage: Outage
  /** The page's origin, for permalinks and pictures. Known once the server listens. */
  origin: () => string
}

/** The context of a call: the workspace and the scopes of its token. */
export type CallContext = Context & Caller

/** One Web API method. Returns its answer apart from `ok: true`, or throws a `Refusal`. */
export type Method = (context: CallContext, args: Args) => Json

const exists = ({ team }: CallContext, channel: Channel): boolean =>
  teamIdsOf(channel).includes(team.id) && (!channel.is_private || channel.members.includes(team.bot.userId))

/** The channels that exist for a token: those of its workspace, but private ones only if the app is in them. */
export const channelsOf = (context: CallContext): Channel[] =>
  context.workspace.channels().filter((one) => exists(context, one))

export const findChannel = (context: CallContext, id: string | undefined): Channel => {
  const channel = context.workspace.channel(id ?? '')
  return channel && exists(context, channel) ? channel : refuse('channel_not_found')
}

/** A person's id means their direct message with the app. */
export const channelToPost = (context: CallContext, id: string | undefined): Channel => {
  const direct = channelsOf(context).find((one) => one.is_im && one.user === id)
  const channel = direct ?? findChannel(context, id?.replace(/^#/, ''))
  if (channel.is_archived) refuse('is_archived')
  if (!channel.members.includes(context.team.bot.userId)) refuse('not_in_channel')
  return channel
}

export const memberChannel = (context: CallContext, id: string | undefined): Channel => {
  const channel = findChannel(context, id)
  return channel.members.includes(context.team.bot.userId) ? channel : refuse('not_in_channel')
}

export const findMessage = ({ workspace }: Context, channel: Channel, ts: string | undefined): Message => {
  const message = workspace.message(channel.id, ts ?? '')
  return message === undefined || message.visible_to ? refuse('message_not_found') : message
}

/** People of other companies exist for a token while they share a channel with its workspace. */
export const isVisible = (context: CallContext, { id, team_id }: Person): boolean =>
  team_id === context.team.id || channelsOf(context).some((one) => one.members.includes(id))

export const findPerson = (context: CallContext, id: string | undefined): Person => {
  const person = context.workspace.person(id ?? '') ?? refuse('user_not_found')
  return isVisible(context, person) ? person : refuse('user_not_visible')
}
