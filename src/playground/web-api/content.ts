import { slackLimits } from '../../slack-limits.ts'
import { withIds } from '../block-kit/ids.ts'
import { refusedMessage } from '../block-kit/validate.ts'
import { validatePosted } from '../block-kit/work-objects.ts'
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

/** Work Objects come with an event or without one. */
const readMetadata = (args: Args, takesWorkObjects: boolean): Json | undefined => {
  if (!args.has('metadata')) return undefined
  const metadata = args.object('metadata')
  const { entities, ...event } = metadata ?? {}
  const isPlain = entities === undefined
  const good = isEvent(event) || (!isPlain && Object.keys(event).length === 0)
  if (!good || (!isPlain && !takesWorkObjects)) return refuse('invalid_metadata_format')
  const problems = isPlain ? [] : validatePosted(entities)
  if (problems.length > 0) refuse('invalid_metadata_schema', problems)
  if (JSON.stringify(metadata).length > slackLimits.metadata) refuse('metadata_too_large')
  return metadata
}

export type Content = Pick<Message, 'text' | 'blocks' | 'attachments' | 'metadata'>

/** What `chat.postMessage`, `chat.update` and `chat.postEphemeral` have in common. */
export const readContent = (args: Args, { otherwise = '', takesWorkObjects = false } = {}): Content => {
  const text = args.text('text') ?? otherwise
  const blocks = readBlocks(args, text)
  const attachments = args.array('attachments')
  if (attachments === null) return refuse('invalid_attachments')
  const metadata = readMetadata(args, takesWorkObjects)
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
