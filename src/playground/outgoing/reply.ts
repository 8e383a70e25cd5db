import { withIds } from '../block-kit/ids.ts'
import { refusedMessage } from '../block-kit/validate.ts'
import type { Posting } from '../workspace/posting.ts'
import { app, home, type Team, teamById } from '../workspace/teams.ts'
import { storedText } from '../workspace/text.ts'
import type { Channel, Json, Message } from '../workspace/types.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** What an answer replies to: who acted, where, and on which message. */
export interface ReplyTo {
  user: string
  /** The workspace whose installation got the interaction. */
  team: string
  channel: string
  /** The message whose button was pressed. */
  ts?: string
  thread_ts?: string
}

/** `ts`: the posted message's. */
export type Outcome = { ok: true; ts?: string } | { ok: false; error: string; messages?: string[] }

/**
 * An app's answer to a command or to a response URL: `response_type` in_channel or ephemeral (the default),
 * `replace_original`, `delete_original`. Works in channels the app is not in.
 */
export const applyReply = (
  { workspace, posting }: { workspace: Workspace; posting: Posting },
  replyTo: ReplyTo,
  body: Json,
): Outcome => {
  const channel = workspace.channel(replyTo.channel)
  const team = teamById(replyTo.team) ?? home
  if (channel === undefined) return { ok: false, error: 'channel_not_found' }
  const original = replyTo.ts === undefined ? undefined : workspace.message(channel.id, replyTo.ts)
  if (body['delete_original'] === true) {
    if (!original) return { ok: false, error: 'message_not_found' }
    posting.remove(channel, original)
    return { ok: true }
  }
  const blocks = Array.isArray(body['blocks']) ? (body['blocks'] as Json[]) : []
  const text = typeof body['text'] === 'string' ? body['text'] : ''
  const refused = refusedMessage({ text, blocks })
  if (refused) return { ok: false, ...refused }
  if (text.trim() === '' && blocks.length === 0) return { ok: false, error: 'no_text' }
  const content = { text: storedText(text), ...(blocks.length > 0 && { blocks: withIds(blocks) }) }
  if (body['replace_original'] === true && original)
    return replace({ workspace, posting }, team, channel, original, content)
  const inChannel = body['response_type'] === 'in_channel'
  const threadTs = typeof body['thread_ts'] === 'string' ? body['thread_ts'] : undefined
  const { ts } = posting.post(channel, {
    user: team.bot.userId,
    team: team.id,
    bot_id: team.bot.botId,
    app_id: app.id,
    ...content,
    ...(threadTs && { thread_ts: threadTs }),
    ...(!inChannel && { visible_to: replyTo.user }),
  })
  return { ok: true, ts }
}

const replace = (
  { workspace, posting }: { workspace: Workspace; posting: Posting },
  { bot }: Team,
  channel: Channel,
  original: Message,
  content: Pick<Message, 'text' | 'blocks'>,
): Outcome => {
  const { blocks: _gone, ...kept } = original
  posting.change(channel, original, {
    ...kept,
    ...content,
    edited: { user: bot.userId, ts: workspace.stamps.ts() },
  })
  return { ok: true }
}
