import { app, home, type Team, teamById, teamOfBot } from './teams.ts'
import { type Channel, isShared, type Json, type Message, type Person, teamIdsOf } from './types.ts'
import { typedBlocks } from './typed-blocks.ts'
import type { Workspace } from './workspace.ts'

const avatar = (origin: string, id: string) => `${origin}/playground/avatars/${id}.svg`

/** Whether a person wrote the message in the composer. Slack sends such messages as text and as blocks. */
export const isTyped = ({ client_msg_id: id, subtype, blocks }: Message): boolean =>
  id !== undefined && subtype !== 'me_message' && subtype !== 'tombstone' && blocks === undefined

/** A message as Slack shows it to an app: with its thread's counts, without our own fields. */
export const presentMessage = (workspace: Workspace, channel: string, message: Message): Json => {
  const { visible_to: _ours, metadata: _hidden, ...stored } = message
  const shown = isTyped(message) ? { ...stored, blocks: typedBlocks(message.text, message.ts) } : stored
  const profile = message.bot_id === undefined ? {} : { bot_profile: botProfile(teamOfBot(message.bot_id)) }
  if (message.thread_ts !== undefined && message.thread_ts !== message.ts) return { ...shown, ...profile }
  const replies = workspace.replies(channel, message.ts)
  const latest = replies.at(-1)
  if (latest === undefined) return { ...shown, ...profile }
  const users = [...new Set(replies.map((reply) => reply.user ?? reply.bot_id ?? ''))]
  return {
    ...shown,
    ...profile,
    thread_ts: message.ts,
    reply_count: replies.length,
    reply_users_count: users.length,
    reply_users: users,
    latest_reply: latest.ts,
    is_locked: false,
    subscribed: true,
  }
}

export const botProfile = ({ id, bot }: Team): Json => ({
  id: bot.botId,
  app_id: app.id,
  user_id: bot.userId,
  name: app.name,
  team_id: id,
  deleted: false,
  updated: 1_763_000_000,
})

/** `stranger`: of another company, as the reader of the answer understands it. */
export const presentPerson = (person: Person, origin: string, { stranger = false } = {}): Json => {
  const team = teamById(person.team_id)
  const isAdmin = person.id === team?.admin
  const image = avatar(origin, person.id)
  const images = { image_24: image, image_48: image, image_72: image, image_192: image, image_512: image }
  return {
    id: person.id,
    team_id: person.team_id,
    name: person.name,
    deleted: false,
    color: person.color,
    real_name: person.real_name,
    tz: person.tz,
    tz_label: person.tz,
    tz_offset: person.tz === 'Europe/Berlin' ? 3_600 : -18_000,
    is_bot: person.is_bot,
    is_app_user: false,
    is_admin: isAdmin,
    is_owner: isAdmin,
    is_primary_owner: isAdmin,
    is_restricted: false,
    is_ultra_restricted: false,
    is_email_confirmed: !person.is_bot,
    ...(stranger && { is_stranger: true }),
    updated: 1_763_000_000,
    profile: {
      real_name: person.real_name,
      real_name_normalized: person.real_name,
      display_name: person.is_bot ? '' : person.name,
      display_name_normalized: person.is_bot ? '' : person.name,
      title: person.title,
      team: person.team_id,
      ...(person.email !== '' && { email: person.email }),
      ...(person.is_bot && { bot_id: (team ?? home).bot.botId, api_app_id: app.id }),
      ...images,
    },
  }
}

/** A channel as one workspace sees it. */
export const presentChannel = (channel: Channel, team: Team): Json => {
  const shared = isShared(channel)
  const connected = teamIdsOf(channel).filter((id) => id !== team.id)
  const creator = channel.creator ?? teamById(channel.team_id)?.admin ?? team.admin
  const isPending = (channel.invited?.length ?? 0) > 0
  const common = {
    id: channel.id,
    created: channel.created,
    is_archived: channel.is_archived,
    is_im: channel.is_im,
    is_org_shared: false,
    context_team_id: team.id,
    updated: channel.created * 1_000,
  }
  if (channel.is_im) return { ...common, user: channel.user, is_user_deleted: false, priority: 0 }
  return {
    ...common,
    name: channel.name,
    name_normalized: channel.name,
    is_channel: true,
    is_group: false,
    is_mpim: false,
    is_private: channel.is_private ?? false,
    is_general: channel.name === 'general',
    is_shared: shared,
    is_ext_shared: shared,
    is_pending_ext_shared: isPending,
    pending_shared: [],
    pending_connected_team_ids: [],
    shared_team_ids: teamIdsOf(channel),
    ...(shared && { connected_team_ids: connected, conversation_host_id: channel.team_id }),
    internal_team_ids: [],
    is_member: channel.members.includes(team.bot.userId),
    creator,
    unlinked: 0,
    topic: { value: channel.topic, creator, last_set: channel.created },
    purpose: { value: channel.purpose, creator, last_set: channel.created },
    num_members: channel.members.length,
    previous_names: [],
  }
}
