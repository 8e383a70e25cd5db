import type { Events } from '../outgoing/events.ts'
import type { Posting } from './posting.ts'
import { bot, otherTeam, team } from './seed.ts'
import type { Channel, Json } from './types.ts'
import type { Workspace } from './workspace.ts'

interface Deps {
  workspace: Workspace
  posting: Posting
  events: Events
}

const teamOf = ({ workspace }: Deps, user: string) => workspace.person(user)?.team_id ?? team.id

/** The person sees the channel from now on. The channel and the app are told. */
export const join = (deps: Deps, channel: Channel, user: string, inviter?: string): Channel => {
  const joined = { ...channel, members: [...channel.members, user] }
  deps.workspace.saveChannel(joined)
  deps.posting.post(joined, {
    subtype: 'channel_join',
    user,
    text: `<@${user}> has joined the channel`,
  })
  const event: Json = {
    type: 'member_joined_channel',
    user,
    channel_type: 'C',
    team: teamOf(deps, user),
    ...(inviter && { inviter }),
    event_ts: deps.workspace.stamps.ts(),
  }
  deps.events.emit(event, joined)
  return joined
}

/** If the app leaves, its last event from the channel is `channel_left`. */
export const leave = (deps: Deps, channel: Channel, user: string): Channel => {
  const event_ts = deps.workspace.stamps.ts()
  const event =
    user === bot.userId
      ? { type: 'channel_left', actor_id: user, event_ts }
      : { type: 'member_left_channel', user, channel_type: 'C', team: teamOf(deps, user), event_ts }
  deps.events.emit(event, channel)
  const left = { ...channel, members: channel.members.filter((one) => one !== user) }
  deps.workspace.saveChannel(left)
  return left
}

const sharing = (channel: Channel, shared: boolean): Json =>
  shared
    ? { type: 'channel_shared', connected_team_id: otherTeam.id, channel: channel.id }
    : {
        type: 'channel_unshared',
        previously_connected_team_id: otherTeam.id,
        channel: channel.id,
        is_ext_shared: false,
      }

export interface ChannelChange {
  name?: string | undefined
  archived?: boolean | undefined
  /** Shared with Casey's company: she joins or leaves. */
  shared?: boolean | undefined
}

/** A person's changes to a channel. Unchanged fields have no effect. */
export const changeChannel = (deps: Deps, before: Channel, by: string, change: ChannelChange): Channel => {
  const { workspace, events } = deps
  let channel = before
  const apply = (fields: Partial<Channel>, event: Json) => {
    channel = { ...channel, ...fields }
    workspace.saveChannel(channel)
    events.emit({ ...event, event_ts: workspace.stamps.ts() }, channel)
  }
  if (change.name !== undefined && change.name !== channel.name) {
    const { id, created } = channel
    apply({ name: change.name }, { type: 'channel_rename', channel: { id, name: change.name, created } })
  }
  if (change.shared !== undefined && change.shared !== channel.is_ext_shared) {
    apply({ is_ext_shared: change.shared }, sharing(channel, change.shared))
    const inside = channel.members.includes('U0CASEY')
    if (change.shared && !inside) channel = join(deps, channel, 'U0CASEY', by)
    if (!change.shared && inside) channel = leave(deps, channel, 'U0CASEY')
  }
  if (change.archived !== undefined && change.archived !== channel.is_archived) {
    const type = change.archived ? 'channel_archive' : 'channel_unarchive'
    apply({ is_archived: change.archived }, { type, channel: channel.id, user: by, is_moved: 0 })
  }
  return channel
}
