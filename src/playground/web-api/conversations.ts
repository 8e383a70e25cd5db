import { join as enter } from '../workspace/membership.ts'
import { presentChannel, presentMessage } from '../workspace/present.ts'
import type { Channel, Json, Message } from '../workspace/types.ts'
import type { Args } from './args.ts'
import {
  type CallContext,
  channelsOf,
  findChannel,
  findPerson,
  memberChannel,
  type Method,
} from './context.ts'
import { page } from './page.ts'
import { refuse } from './refusal.ts'

const inRange = (args: Args) => {
  const oldest = Number(args.text('oldest') ?? 0)
  const latest = Number(args.text('latest') ?? Number.MAX_SAFE_INTEGER)
  const inclusive = args.flag('inclusive')
  return ({ ts }: Message) => {
    const at = Number(ts)
    return inclusive ? at >= oldest && at <= latest : at > oldest && at < latest
  }
}

/** Without `include_all_metadata`, Slack returns no metadata. */
const shown = (context: CallContext, args: Args, channel: string, message: Message): Json => ({
  ...presentMessage(context.workspace, channel, message),
  ...(args.flag('include_all_metadata') && message.metadata && { metadata: message.metadata }),
})

const history: Method = (context, args) => {
  const channel = memberChannel(context, args.text('channel'))
  const found = context.workspace
    .messages(channel.id)
    .filter(
      (one) => one.thread_ts === undefined || one.thread_ts === one.ts || one.subtype === 'thread_broadcast',
    )
    .filter(inRange(args))
    .reverse()
  const { items, next } = page(found, args, 100, 999)
  return {
    messages: items.map((one) => shown(context, args, channel.id, one)),
    has_more: next !== '',
    pin_count: 0,
    response_metadata: { next_cursor: next },
  }
}

const replies: Method = (context, args) => {
  const channel = memberChannel(context, args.text('channel'))
  const named = context.workspace.message(channel.id, args.required('ts'))
  if (named === undefined || named.visible_to) return refuse('thread_not_found')
  const rootTs = named.thread_ts ?? named.ts
  const root = context.workspace.message(channel.id, rootTs)
  const within = inRange(args)
  const found = context.workspace.replies(channel.id, rootTs).filter(within)
  const { items, next } = page(found, args, 1_000, 1_000)
  // Slack puts the root first on every page, whatever the range.
  return {
    messages: [...(root ? [root] : []), ...items].map((one) => shown(context, args, channel.id, one)),
    has_more: next !== '',
    response_metadata: { next_cursor: next },
  }
}

/** A private channel exists only for its members. */
const typeOf = ({ is_im, is_private }: Channel): string =>
  is_im ? 'im' : is_private ? 'private_channel' : 'public_channel'

const list: Method = (context, args) => {
  const types = (args.text('types') ?? 'public_channel').split(',').map((type) => type.trim())
  const found = channelsOf(context)
    .filter((one) => types.includes(typeOf(one)))
    .filter((one) => !(args.flag('exclude_archived') && one.is_archived))
  const { items, next } = page(found, args, 100, 1_000)
  return {
    channels: items.map((one) => presentChannel(one, context.team)),
    response_metadata: { next_cursor: next },
  }
}

/** A person's channels that the bot can see. */
const ofPerson: Method = (context, args) => {
  const person = findPerson(context, args.text('user') ?? context.team.bot.userId)
  const types = (args.text('types') ?? 'public_channel').split(',').map((type) => type.trim())
  const found = channelsOf(context)
    .filter((one) => types.includes(typeOf(one)))
    .filter((one) => one.members.includes(person.id))
    .filter((one) => !(args.flag('exclude_archived') && one.is_archived))
  const { items, next } = page(found, args, 100, 1_000)
  return {
    channels: items.map((one) => presentChannel(one, context.team)),
    response_metadata: { next_cursor: next },
  }
}

const members: Method = (context, args) => {
  const { items, next } = page(findChannel(context, args.text('channel')).members, args, 100, 1_000)
  return { members: items, response_metadata: { next_cursor: next } }
}

const join: Method = (context, args) => {
  const channel = findChannel(context, args.text('channel'))
  if (channel.is_im) refuse('method_not_supported_for_channel_type')
  if (channel.is_archived) refuse('is_archived')
  if (channel.members.includes(context.team.bot.userId))
    return { channel: presentChannel(channel, context.team), warning: 'already_in_channel' }
  return { channel: presentChannel(enter(context, channel, context.team.bot.userId), context.team) }
}

/** Only direct messages with one person exist here. An app can't open one with a stranger. */
const open: Method = (context, args) => {
  const named = args.text('channel')
  if (named !== undefined) return { channel: presentChannel(findChannel(context, named), context.team) }
  const users = args.required('users').split(',')
  if (users.length !== 1) refuse('method_not_supported_for_channel_type')
  const person = findPerson(context, users[0])
  const direct = channelsOf(context).find((one) => one.is_im && one.user === person.id)
  return {
    channel: presentChannel(direct ?? refuse('user_not_visible'), context.team),
    no_op: true,
    already_open: true,
  }
}

export const conversations: Readonly<Record<string, Method>> = {
  'conversations.info': (context, args) => ({
    channel: presentChannel(findChannel(context, args.text('channel')), context.team),
  }),
  'conversations.history': history,
  'conversations.replies': replies,
  'conversations.list': list,
  'conversations.members': members,
  'conversations.join': join,
  'conversations.open': open,
  'users.conversations': ofPerson,
}
