import { changeChannel, join } from '../workspace/membership.ts'
import { presentChannel } from '../workspace/present.ts'
import { type Channel, isShared, teamIdsOf } from '../workspace/types.ts'
import type { Args } from './args.ts'
import { type CallContext, findPerson, memberChannel, type Method } from './context.ts'
import { refuse } from './refusal.ts'

const longestName = 80
const longestTopic = 250

/** A private channel takes a scope of its own. */
const needScope = ({ scopes }: CallContext, isPrivate: boolean | undefined): void => {
  const needed = isPrivate ? 'groups:write' : 'channels:manage'
  if (!scopes.includes(needed)) refuse('missing_scope', [], { needed, provided: scopes.join(',') })
}

/** A channel that the app is in and may manage. */
const managed = (context: CallContext, args: Args): Channel => {
  const channel = memberChannel(context, args.text('channel'))
  if (channel.is_im) refuse('method_not_supported_for_channel_type')
  needScope(context, channel.is_private)
  return channel
}

const nameIn = (args: Args): string => {
  const name = args.text('name') ?? refuse('invalid_name_required')
  if (name.length > longestName) refuse('invalid_name_maxlength')
  if (!/^[\p{Ll}\p{Lo}\p{N}_-]+$/u.test(name)) refuse('invalid_name_specials')
  if (/^[_-]+$/.test(name)) refuse('invalid_name_punctuation')
  return name
}

/** A name stays taken while the channel is archived. */
const create: Method = (context, args) => {
  const { workspace, team } = context
  const is_private = args.flag('is_private')
  needScope(context, is_private)
  const name = nameIn(args)
  if (workspace.channels().some((one) => one.name === name && teamIdsOf(one).includes(team.id)))
    refuse('name_taken')
  const channel: Channel = {
    id: workspace.stamps.id('C'),
    name,
    is_im: false,
    is_private,
    creator: team.bot.userId,
    topic: '',
    purpose: '',
    created: Math.floor(workspace.now() / 1_000),
    is_archived: false,
    team_id: team.id,
    connected_team_ids: [],
    members: [team.bot.userId],
  }
  workspace.saveChannel(channel)
  return { channel: presentChannel(channel, team) }
}

const setTopic: Method = (context, args) => {
  const channel = managed(context, args)
  const topic = args.text('topic') ?? ''
  if (channel.is_archived) refuse('is_archived')
  if (topic.length > longestTopic) refuse('too_long')
  const changed = { ...channel, topic }
  context.workspace.saveChannel(changed)
  return { channel: presentChannel(changed, context.team) }
}

/** With `force`, Slack adds the people whom it can. Here, one who can't be added stops the whole call. */
const invite: Method = (context, args) => {
  const channel = managed(context, args)
  if (channel.is_archived) refuse('is_archived')
  const users = (args.text('users') ?? refuse('no_user')).split(',').map((user) => user.trim())
  for (const user of users) {
    const person = findPerson(context, user)
    if (user === context.team.bot.userId) refuse('cant_invite_self')
    if (channel.members.includes(user)) refuse('already_in_channel')
    if (!teamIdsOf(channel).includes(person.team_id)) refuse('cant_invite')
  }
  const joined = users.reduce((now, user) => join(context, now, user, context.team.bot.userId), channel)
  return { channel: presentChannel(joined, context.team) }
}

/** A bot names whom it invites, one at a time. The invitation is pending until the channel is shared. */
const inviteShared: Method = (context, args) => {
  const { workspace } = context
  const channel = memberChannel(context, args.text('channel'))
  if (channel.is_archived) refuse('channel_archived')
  if (channel.is_im) refuse('invalid_channel_type')
  if (channel.name === 'general') refuse('cannot_share_mandatory_channel')
  const addresses = args.array('emails') ?? args.text('emails')?.split(',') ?? []
  const emails = addresses.map((email) => String(email).trim().toLowerCase())
  const [email] = emails
  if (email === undefined) return refuse('recipients_not_specified')
  if (emails.length > 1) refuse('too_many_emails')
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) refuse('invalid_email')
  const members = workspace.people().filter(({ id }) => channel.members.includes(id))
  if (members.some((one) => one.email === email)) refuse('already_in_channel')
  if (channel.invited?.includes(email)) refuse('connection_limit_exceeded_pending')
  workspace.saveChannel({ ...channel, invited: [...(channel.invited ?? []), email] })
  return { invite_id: workspace.stamps.id('I'), is_legacy_shared_channel: false }
}

const archive: Method = (context, args) => {
  const channel = managed(context, args)
  if (channel.is_archived) refuse('already_archived')
  if (channel.name === 'general') refuse('cant_archive_general')
  if (isShared(channel) && channel.team_id !== context.team.id) refuse('restricted_action')
  changeChannel(context, channel, context.team.bot.userId, { archived: true })
  return {}
}

export const manageChannels: Readonly<Record<string, Method>> = {
  'conversations.create': create,
  'conversations.setTopic': setTopic,
  'conversations.invite': invite,
  'conversations.inviteShared': inviteShared,
  'conversations.archive': archive,
}
