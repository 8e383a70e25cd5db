import { slackLimits } from '../../slack-limits.ts'
import { withIds } from '../block-kit/ids.ts'
import { refusedMessage } from '../block-kit/validate.ts'
import { storedText } from '../workspace/text.ts'
import type { Json, Message } from '../workspace/types.ts'
import { isJson, type Args } from './args.ts'
import { refuse } from './refusal.ts'

const readBlocks = (args: Args, text: string): Json[] | undefined => {
  const blocks = args.array('blocks')
  if (blocks === null) return refuse('invalid_blocks_format')
  const refused = refusedMessage({ text, blocks })
  if (refused) refuse(refused.error, refused.messages)
  return blocks && withIds(blocks as Json[])
}

const isEvent = ({ event_type: type, event_payload: payload }: Json) =>
  typeof type === 'string' && type !== '' && isJson(payload)

const readMetadata = (args: Args): Json | undefined => {
  if (!args.has('metadata')) return undefined
  const metadata = args.object('metadata')
  // Slack takes Work Objects here too. This app sends them with links alone.
  if (!metadata || !isEvent(metadata) || 'entities' in metadata) return refuse('invalid_metadata_format')
  if (JSON.stringify(metadata).length > slackLimits.metadata) refuse('metadata_too_large')
  return metadata
}

export type Content = Pick<Message, 'text' | 'blocks' | 'attachments' | 'metadata'>

/** What `chat.postMessage`, `chat.update` and `chat.postEphemeral` have in common. */
export const readContent = (args: Args, { otherwise = '' } = {}): Content => {
  const text = args.text('text') ?? otherwise
  const blocks = readBlocks(args, text)
  const attachments = args.array('attachments')
  if (attachments === null) return refuse('invalid_attachments')
  const metadata = readMetadata(args)
  if (text.trim() === '' && !blocks?.length && !attachments?.length) refuse('no_text')
  return {
    text: storedText(text),
    ...(blocks && blocks.length > 0 && { blocks }),
    ...(attachments && attachments.length > 0 && { attachments: attachments as Json[] }),
    ...(metadata && { metadata }),
  }
}

/** `username`, `icon_url`, and `icon_emoji`: a message under a name other than the app's. */
export const readAuthor = (args: Args): Pick<Message, 'username' | 'icons' | 'subtype'> => {
  const username = args.text('username')
  const emoji = args.text('icon_emoji')
  const url = args.text('icon_url')
  if (username === undefined && emoji === undefined && url === undefined) return {}
  return {
    subtype: 'bot_message',
    ...(username && { username }),
    ...(emoji ? { icons: { emoji } } : url ? { icons: { image_36: url, image_48: url, image_72: url } } : {}),
  }
}
