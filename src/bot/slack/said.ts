import { z } from 'zod'
import { tablesIn, wordsInBlocks } from '../kit/text/rich-text-words.ts'

const maybe = z.string().nullish()

const file = z.looseObject({ name: maybe, title: maybe, permalink: maybe })
/** A forwarded message; `from_url` is its link. */
const attachment = z.looseObject({ is_share: z.boolean().nullish(), from_url: maybe, author_name: maybe })

/** Only the timestamp is required: any other missing or malformed field is dropped. */
const message = z.looseObject({
  subtype: maybe,
  channel: maybe,
  /** `im`: the app's own conversation with a person. `mpim`: a group direct message. */
  channel_type: maybe,
  user: maybe,
  /** The person's workspace, under one of these names. */
  user_team: maybe,
  source_team: maybe,
  team: maybe,
  bot_id: maybe,
  ts: z.string(),
  thread_ts: maybe,
  parent_user_id: maybe,
  text: maybe,
  /** What the person's composer made: more exact than `text`. */
  blocks: z.unknown().optional(),
  files: z.array(file.nullish().catch(undefined)).nullish().catch(undefined),
  attachments: z.array(attachment.nullish().catch(undefined)).nullish().catch(undefined),
  deleted_ts: maybe,
})
/** What Slack writes where it shows something else. Nobody said it. */
const placeholder =
  /^(?:This message contains interactive elements\.|This content can't be displayed\.|\[no preview available\])$/

/** Blocks have only a user group's id. The text may have its handle. */
const withHandles = (words: string, text: string): string => {
  const handles = new Map([...text.matchAll(/<(!subteam\^\w+)\|[^<>]+>/g)].map(([all, id = '']) => [id, all]))
  return words.replaceAll(/<(!subteam\^\w+)>/g, (all, id: string) => handles.get(id) ?? all)
}

const withWords = <Said extends z.output<typeof message>>(said: Said): Said => {
  const text = said.text ?? ''
  const fromBlocks = wordsInBlocks(said.blocks)
  const words =
    fromBlocks === undefined
      ? placeholder.test(text.trim())
        ? ''
        : said.text
      : withHandles(fromBlocks, text)
  const tables = tablesIn(said.attachments)
  return { ...said, text: tables === '' ? words : [words, tables].filter(Boolean).join('\n') }
}
const inner = message.transform(withWords).nullish().catch(undefined)
export const incoming = message.extend({ message: inner, previous_message: inner }).transform(withWords)
export type Incoming = z.output<typeof incoming>

/** Subtypes of messages that people write. Joins, topics, bots and system messages have others. */
export const spoken: ReadonlySet<string | null | undefined> = new Set([
  undefined,
  null,
  'thread_broadcast',
  'file_share',
  'me_message',
])

/** The names and links of attached files and forwarded messages. */
export const attached = ({ files, attachments }: Incoming) => [
  ...(files ?? []).flatMap((file) =>
    file ? { name: file.title || file.name || 'file', permalink: file.permalink ?? undefined } : [],
  ),
  ...(attachments ?? []).flatMap((shared) =>
    shared?.is_share && shared.from_url
      ? { name: `a message of ${shared.author_name ?? 'somebody'}`, permalink: shared.from_url }
      : [],
  ),
]
