import { z } from 'zod'

const maybe = z.string().nullish()

const file = z.looseObject({ name: maybe, title: maybe, permalink: maybe })
/** A forwarded message; `from_url` is its link. */
const attachment = z.looseObject({ is_share: z.boolean().nullish(), from_url: maybe, author_name: maybe })

/** A missing or null field costs only that field; only the time stamp is required. */
const message = z.looseObject({
  subtype: maybe,
  channel: maybe,
  user: maybe,
  bot_id: maybe,
  ts: z.string(),
  thread_ts: maybe,
  parent_user_id: maybe,
  text: maybe,
  files: z.array(file.nullish().catch(undefined)).nullish().catch(undefined),
  attachments: z.array(attachment.nullish().catch(undefined)).nullish().catch(undefined),
  deleted_ts: maybe,
})
const inner = message.nullish().catch(undefined)
export const incoming = message.extend({ message: inner, previous_message: inner })
export type Incoming = z.output<typeof incoming>

/** Subtypes of people's words. Joins, topics, bots and Slack's own lines have others. */
export const spoken: ReadonlySet<string | null | undefined> = new Set([
  undefined,
  null,
  'thread_broadcast',
  'file_share',
  'me_message',
])

/** Files and forwarded messages, as names and links. */
export const attached = ({ files, attachments }: Incoming) => [
  ...(files ?? []).flatMap((file) =>
    file ? { name: file.name ?? file.title ?? 'file', permalink: file.permalink ?? undefined } : [],
  ),
  ...(attachments ?? []).flatMap((shared) =>
    shared?.is_share && shared.from_url
      ? { name: `a message of ${shared.author_name ?? 'somebody'}`, permalink: shared.from_url }
      : [],
  ),
]
