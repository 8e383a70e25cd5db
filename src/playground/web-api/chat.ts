import { validateUnfurls } from '../block-kit/validate.ts'
import { presentMessage } from '../workspace/present.ts'
import { app } from '../workspace/teams.ts'
import type { Channel, Message } from '../workspace/types.ts'
import type { Args } from './args.ts'
import { readAuthor, readContent } from './content.ts'
import {
  channelToPost,
  findChannel,
  findMessage,
  memberChannel,
  type CallContext,
  type Method,
} from './context.ts'
import { readEntities } from './entity.ts'
import { refuse } from './refusal.ts'

/** A reply always belongs to the thread's root, even if it names another reply. */
const threadRoot = (context: CallContext, channel: Channel, ts: string | undefined): Message | undefined => {
  if (ts === undefined) return undefined
  const named = context.workspace.message(channel.id, ts)
  if (named === undefined || named.visible_to) return refuse('thread_not_found')
  const root =
    named.thread_ts && named.thread_ts !== named.ts
      ? context.workspace.message(channel.id, named.thread_ts)
      : named
  return root ?? refuse('thread_not_found')
}

const draft = (context: CallContext, args: Args, channel: Channel): Omit<Message, 'ts' | 'type'> => {
  const content = readContent(args)
  const author = readAuthor(args)
  const root = threadRoot(context, channel, args.text('thread_ts'))
  const broadcast = root !== undefined && args.flag('reply_broadcast')
  return {
    ...content,
    // Under another name, Slack gives no user, only the bot.
    ...(author.subtype === undefined && { user: context.team.bot.userId }),
    team: context.team.id,
    bot_id: context.team.bot.botId,
    app_id: app.id,
    ...author,
    ...(root && { thread_ts: root.ts, ...(root.user && { parent_user_id: root.user }) }),
    ...(broadcast && { subtype: 'thread_broadcast' }),
  }
}

const postMessage: Method = (context, args) => {
  const channel = channelToPost(context, args.text('channel'))
  const message = context.posting.post(channel, draft(context, args, channel))
  return {
    channel: channel.id,
    ts: message.ts,
    message: presentMessage(context.workspace, channel.id, message),
  }
}

const ownMessage = (context: CallContext, args: Args, refusal: string) => {
  const channel = findChannel(context, args.text('channel'))
  if (channel.is_archived) refuse('is_archived')
  const message = findMessage(context, channel, args.text('ts'))
  if (message.bot_id !== context.team.bot.botId) refuse(refusal)
  return { channel, message }
}

/** `chat.update` changes only the fields it names. An empty list removes blocks or attachments. */
const update: Method = (context, args) => {
  const { channel, message } = ownMessage(context, args, 'cant_update_message')
  const keptText =
    !args.has('text') && !args.has('blocks') && args.has('attachments') ? message.text : undefined
  const content = readContent(args, { otherwise: keptText })
  const { blocks, attachments, ...rest } = message
  const after: Message = {
    ...rest,
    ...(blocks && !args.has('blocks') && { blocks }),
    ...(attachments && !args.has('attachments') && { attachments }),
    ...content,
    edited: { user: context.team.bot.userId, ts: context.workspace.stamps.ts() },
  }
  context.posting.change(channel, message, after)
  return {
    channel: channel.id,
    ts: message.ts,
    text: after.text,
    message: presentMessage(context.workspace, channel.id, after),
  }
}

const remove: Method = (context, args) => {
  const { channel, message } = ownMessage(context, args, 'cant_delete_message')
  context.posting.remove(channel, message)
  return { channel: channel.id, ts: message.ts }
}

const postEphemeral: Method = (context, args) => {
  const channel = channelToPost(context, args.text('channel'))
  const user = args.required('user')
  if (!channel.members.includes(user)) refuse('user_not_in_channel')
  const message = context.posting.post(channel, { ...draft(context, args, channel), visible_to: user })
  return { message_ts: message.ts }
}

const getPermalink: Method = (context, args) => {
  const channel = memberChannel(context, args.text('channel'))
  const message = findMessage(context, channel, args.text('message_ts'))
  return { channel: channel.id, permalink: permalink(context.origin(), channel.id, message) }
}

export const permalink = (origin: string, channel: string, message: Message): string => {
  const path = `${origin}/archives/${channel}/p${message.ts.replace('.', '')}`
  return message.thread_ts && message.thread_ts !== message.ts
    ? `${path}?thread_ts=${message.thread_ts}&cid=${channel}`
    : path
}

const unfurl: Method = (context, args) => {
  // By channel and ts, or by the id in the event.
  const [channelId, ...ts] = (args.text('unfurl_id') ?? `${args.text('channel')}.${args.text('ts')}`).split(
    '.',
  )
  const channel = memberChannel(context, channelId)
  const message = findMessage(context, channel, ts.join('.'))
  const entities = readEntities(args, message)
  if (entities.size === 0 && !args.has('unfurls')) refuse('missing_unfurls')
  const unfurls = args.object('unfurls') ?? {}
  const problems = validateUnfurls(unfurls)
  if (problems.length > 0) refuse('invalid_blocks', problems)
  const urls = [...new Set([...Object.keys(unfurls), ...entities.keys()])]
  const attachments = urls.map((from_url) => ({
    ...(typeof unfurls[from_url] === 'object' ? unfurls[from_url] : {}),
    ...(entities.has(from_url) && { work_object: entities.get(from_url) }),
    from_url,
    app_id: app.id,
    bot_id: context.team.bot.botId,
    is_app_unfurl: true,
  }))
  context.posting.change(channel, message, { ...message, attachments })
  return {}
}

export const chat: Readonly<Record<string, Method>> = {
  'chat.postMessage': postMessage,
  'chat.update': update,
  'chat.delete': remove,
  'chat.postEphemeral': postEphemeral,
  'chat.getPermalink': getPermalink,
  'chat.unfurl': unfurl,
}
