import { z } from 'zod'
import { isBlank } from '../../contract/text.ts'
import { hasMoreThanText, isPlaceholder, wordsInAttachments, wordsInBlocks } from '../kit/block-words.ts'
import type { Slack } from './web-slack.ts'

/** Slack omits such a field, or sends null. One of another type counts as missing, too. */
export const optionalText = z.string().optional().catch(undefined)

/** Of a file from another organization, Slack sends the id alone. `tombstone`: it was deleted. */
const fileSchema = z.looseObject({
  name: optionalText,
  title: optionalText,
  permalink: optionalText,
  mode: optionalText,
})
/** A forwarded message; `from_url` is its link. */
const attachmentSchema = z.looseObject({
  is_share: z.boolean().nullish().catch(undefined),
  from_url: optionalText,
  author_name: optionalText,
})

/** A field that is no text counts as set: in doubt, the message is an app's or Slack's, not a person's. */
const odd = z.string().nullish().catch('odd')

/** Only the timestamp is required: any other missing or malformed field is dropped. */
const messageSchema = z.looseObject({
  subtype: odd,
  channel: optionalText,
  /** `im`: the app's own conversation with a person. `mpim`: a group direct message. */
  channel_type: optionalText,
  user: optionalText,
  /** The person's workspace, under one of these names. */
  user_team: optionalText,
  source_team: optionalText,
  team: optionalText,
  bot_id: odd,
  ts: z.string(),
  thread_ts: optionalText,
  parent_user_id: optionalText,
  text: optionalText,
  /** What the person's composer made: more exact than `text`. */
  blocks: z.unknown().optional(),
  files: z.array(fileSchema.nullish().catch({})).nullish().catch(undefined),
  attachments: z.array(attachmentSchema.nullish().catch(undefined)).nullish().catch(undefined),
  deleted_ts: optionalText,
  /** Set once a person has edited the message. Slack also reports changes of its own, such as of a link's preview. */
  edited: z.unknown().optional(),
})
/** Blocks have only a user group's id. The text may have its handle. */
const withHandles = (words: string, text: string): string => {
  const handles = new Map([...text.matchAll(/<(!subteam\^\w+)\|[^<>]+>/g)].map(([all, id = '']) => [id, all]))
  return words.replaceAll(/<(!subteam\^\w+)>/g, (all, id: string) => handles.get(id) ?? all)
}

/** `typed`: without attachments. `unread`: people see something of which the app can read no words. */
const withWords = <M extends z.output<typeof messageSchema>>(message: M) => {
  const raw = message.text ?? ''
  const words = wordsInBlocks(message.blocks, raw)
  const typed = words.includes('<!subteam^') ? withHandles(words, raw) : words
  const more = message.attachments ? wordsInAttachments(message.attachments) : ''
  const isMore = more !== '' && !typed.includes(more)
  const text = isMore ? [typed, more].filter(Boolean).join('\n') : typed
  const unread = isBlank(text) && (isPlaceholder(raw) || hasMoreThanText(message))
  return { ...message, text, typed, unread }
}
const innerSchema = messageSchema.transform(withWords).nullish().catch(undefined)
export const incomingSchema = messageSchema
  .extend({ message: innerSchema, previous_message: innerSchema })
  .transform(withWords)
export type Incoming = z.output<typeof incomingSchema>

/** Subtypes of messages that people write. Joins, topics, bots and system messages have others. */
export const spoken: ReadonlySet<string | null | undefined> = new Set([
  undefined,
  null,
  'thread_broadcast',
  'file_share',
  'me_message',
])

const fileName = ({ title, name, mode }: z.output<typeof fileSchema>): string =>
  title || name || (mode === 'tombstone' ? 'a deleted file' : 'file')

export const attached = ({ files, attachments }: Incoming) => [
  ...(files ?? []).flatMap((file) => (file ? { name: fileName(file), permalink: file.permalink } : [])),
  ...(attachments ?? []).flatMap((shared) =>
    shared?.is_share && shared.from_url
      ? { name: `a message of ${shared.author_name ?? 'somebody'}`, permalink: shared.from_url }
      : [],
  ),
]

/** A first mention, also in bold, or after an invisible character: it must not become a comment. */
const first = /^([\s*_~`\u200B\u2060\uFEFF]*)<@(\w+)(?:\|[^>]*)?>([\s:,*_~`\u200B\u2060\uFEFF]*)/

/** `_*` for what `*_` begins. */
const closingMarks = (marks: string): string =>
  marks
    .match(/[*_~`]/g)
    ?.toReversed()
    .join('') ?? ''

/** The user mentioned first in a message, and the words after it. */
export const addressed = (text: string): { user: string; words: string } | undefined => {
  const [opening = '', before = '', user, after = ''] = first.exec(text) ?? []
  if (user === undefined) return undefined
  const words = text.slice(opening.length).trimEnd()
  // The whole command may be bold, not only the mention.
  const marks = /[*_~`]/.test(after) ? '' : closingMarks(before)
  return { user, words: words.endsWith(marks) ? words.slice(0, words.length - marks.length) : words }
}

/** Asks Slack for our id: a command that is not recognized would become a comment for customers. */
export const isToUs = async ({ slack }: { slack: Pick<Slack, 'identity'> }, text: string) => {
  const to = addressed(text)
  return to !== undefined && to.user === (await slack.identity()).userId
}
