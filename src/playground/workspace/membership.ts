import type { Events } from '../outgoing/events.ts'
import type { Posting } from './posting.ts'
import { acme, home, partners, teams } from './teams.ts'
import { type Channel, isShared, type Json } from './types.ts'
import type { Workspace } from './workspace.ts'

interface Deps {
  workspace: Workspace
  posting: Posting
  events: Events
}

const teamOf = ({ workspace }: Deps, user: string) => workspace.person(user)?.team_id ?? home.id

/** Adds a person or the app to a channel. A message and an event announce it. */
export const join = (deps: Deps, channel: Channel, user: string, inviter?: string): Channel => {
  const joined = { ...channel, members: [...channel.members, user] }
  deps.workspace.saveChannel(joined)
  deps.posting.post(joined, {
    subtype: 'channel_join',
    user,
    team: teamOf(deps, user),
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
  const own = teams.find(({ bot }) => bot.userId === user)
  if (own) deps.events.emit({ type: 'channel_left', actor_id: user, event_ts }, channel, own)
  const event = { type: 'member_left_channel', user, channel_type: 'C', team: teamOf(deps, user), event_ts }
  const others = own ? { ...channel, members: channel.members.filter((one) => one !== user) } : channel
  deps.events.emit(event, others)
  const left = { ...channel, members: channel.members.filter((one) => one !== user) }
  deps.workspace.saveChannel(left)
  return left
}

const sharing = (channel: Channel, company: string, shared: boolean): Json =>
  shared
    ? { type: 'channel_shared', connected_team_id: company, channel: channel.id }
    : {
        type: 'channel_unshared',
        previously_connected_team_id: company,
        channel: channel.id,
        is_ext_shared: isShared(channel),
      }

/** Who comes when a channel is shared with their company. */
const contacts: Readonly<Record<string, string>> = {
  [acme.id]: 'U0CASEY',
  [home.id]: home.admin,
  [partners.id]: partners.admin,
}

export interface ChannelChange {
  name?: string | undefined
  archived?: boolean | undefined
  /** Slack Connect: a person of the company joins, or all of its people leave. */
  shared?: boolean | undefined
  /** The company it is shared with. */
  with?: string | undefined
}

const share = (deps: Deps, before: Channel, by: string, company: string): Channel => {
  const { workspace, events } = deps
  const channel = { ...before, connected_team_ids: [...before.connected_team_ids, company], invited: [] }
  workspace.saveChannel(channel)
  events.emit({ ...sharing(channel, company, true), event_ts: workspace.stamps.ts() }, channel)
  const contact = contacts[company]
  return contact === undefined || channel.members.includes(contact)
    ? channel
    : join(deps, channel, contact, by)
}

const unshare = (deps: Deps, before: Channel, company: string): Channel => {
  const { workspace, events } = deps
  const connected_team_ids = before.connected_team_ids.filter((id) => id !== company)
  const channel = { ...before, connected_team_ids }
  workspace.saveChannel(channel)
  events.emit({ ...sharing(channel, company, false), event_ts: workspace.stamps.ts() }, channel)
  return channel.members
    .filter((user) => teamOf(deps, user) === company)
    .reduce((rest, user) => leave(deps, rest, user), channel)
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
  const company = change.with ?? acme.id
  const isConnected = channel.connected_team_ids.includes(company)
  if (change.shared === true && !isConnected) channel = share(deps, channel, by, company)
  if (change.shared === false && isConnected) channel = unshare(deps, channel, company)
  if (change.archived !== undefined && change.archived !== channel.is_archived) {
    const kind = channel.is_private ? 'group' : 'channel'
    const type = `${kind}_${change.archived ? 'archive' : 'unarchive'}`
    apply({ is_archived: change.archived }, { type, channel: channel.id, user: by, is_moved: 0 })
  }
  return channel
}
