import { presentMessage } from '../workspace/present.ts'
import { findMessage, memberChannel, type CallContext, type Context, type Method } from './context.ts'
import type { Args } from './args.ts'
import { refuse } from './refusal.ts'

const reactionName = (args: Args): string => {
  const name = args.required('name').replace(/^:|:$/g, '')
  return /^[\w+'-]+(?:::skin-tone-[2-6])?$/.test(name) ? name : refuse('invalid_name')
}

const target = (context: CallContext, args: Args, ts: string) => {
  const channel = memberChannel(context, args.text('channel'))
  return { channel, message: findMessage(context, channel, args.text(ts)) }
}

/** The page uses this too, because people can react as well. */
export const react = (
  { workspace }: Pick<Context, 'workspace'>,
  channel: string,
  ts: string,
  name: string,
  user: string,
) => {
  const message = workspace.message(channel, ts) ?? refuse('message_not_found')
  const reactions = message.reactions ?? []
  const reaction = reactions.find((one) => one.name === name)
  if (reaction?.users.includes(user)) refuse('already_reacted')
  const users = [...(reaction?.users ?? []), user]
  const changed = { name, users, count: users.length }
  workspace.saveReactions(
    channel,
    message,
    reaction ? reactions.map((one) => (one === reaction ? changed : one)) : [...reactions, changed],
  )
}

export const unreact: typeof react = ({ workspace }, channel, ts, name, user) => {
  const message = workspace.message(channel, ts) ?? refuse('message_not_found')
  const reactions = message.reactions ?? []
  const reaction =
    reactions.find((one) => one.name === name && one.users.includes(user)) ?? refuse('no_reaction')
  const users = reaction.users.filter((one) => one !== user)
  const rest = reactions.map((one) => (one === reaction ? { name, users, count: users.length } : one))
  workspace.saveReactions(
    channel,
    message,
    rest.filter((one) => one.count > 0),
  )
}

const marking =
  (change: typeof react): Method =>
  (context, args) => {
    const name = reactionName(args)
    const { channel, message } = target(context, args, 'timestamp')
    if (channel.is_archived) refuse('is_archived')
    change(context, channel.id, message.ts, name, context.team.bot.userId)
    return {}
  }

const get: Method = (context, args) => {
  const { channel, message } = target(context, args, 'timestamp')
  return {
    type: 'message',
    channel: channel.id,
    message: presentMessage(context.workspace, channel.id, message),
  }
}

export const marks: Readonly<Record<string, Method>> = {
  'reactions.add': marking(react),
  'reactions.remove': marking(unreact),
  'reactions.get': get,
}
