import { presentMessage } from '../workspace/present.ts'
import type { Json, Message } from '../workspace/types.ts'
import type { Args } from './args.ts'
import { findMessage, memberChannel, type CallContext, type Method } from './context.ts'
import { refuse } from './refusal.ts'

const target = (context: CallContext, args: Args) => {
  const channel = memberChannel(context, args.text('channel'))
  return { channel: channel.id, message: findMessage(context, channel, args.text('timestamp')) }
}

/** Updates the message's pin fields, as Slack does, and the page. */
const show = ({ workspace, team }: CallContext, channel: string, message: Message, pinned: boolean) => {
  const { pinned_to: _before, pinned_info: _by, ...rest } = message
  const info = { channel, pinned_by: team.bot.userId, pinned_ts: Math.floor(workspace.now() / 1_000) }
  const shown: Message = pinned ? { ...rest, pinned_to: [channel], pinned_info: info } : rest
  workspace.saveMessage(channel, shown, 'update')
}

const add: Method = (context, args) => {
  const { channel, message } = target(context, args)
  const doc = { created: Math.floor(context.workspace.now() / 1_000), created_by: context.team.bot.userId }
  const added = context.workspace.database.run(
    'insert into pin values (?, ?, ?) on conflict do nothing',
    channel,
    message.ts,
    JSON.stringify(doc),
  )
  if (added !== 1) return refuse('already_pinned')
  show(context, channel, message, true)
  return {}
}

const remove: Method = (context, args) => {
  const { channel, message } = target(context, args)
  const removed = context.workspace.database.run(
    'delete from pin where channel = ? and ts = ?',
    channel,
    message.ts,
  )
  if (removed !== 1) return refuse('no_pin')
  show(context, channel, message, false)
  return {}
}

const list: Method = (context, args) => {
  const channel = memberChannel(context, args.text('channel'))
  const rows = context.workspace.database.all<{ ts: string; doc: string }>(
    'select ts, doc from pin where channel = ? order by ts desc',
    channel.id,
  )
  const items = rows.flatMap(({ ts, doc }) => {
    const message = context.workspace.message(channel.id, ts)
    const shown = message && presentMessage(context.workspace, channel.id, message)
    return shown
      ? [{ type: 'message', channel: channel.id, ...(JSON.parse(doc) as Json), message: shown }]
      : []
  })
  return { items }
}

export const pins: Readonly<Record<string, Method>> = {
  'pins.add': add,
  'pins.remove': remove,
  'pins.list': list,
}
