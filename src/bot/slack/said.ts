import { z } from 'zod'

const maybe = z.string().nullish()

const file = z.looseObject({ name: maybe, title: maybe, permalink: maybe })
/** A message that somebody passed on; `from_url` leads to it. */
const attachment = z.looseObject({ is_share: z.boolean().nullish(), from_url: maybe, author_name: maybe })

/**
 * Lenient: a field that Slack leaves out, or sends as null, costs that field and not the person's words. Only a
 * message without a time stamp has no place to be known by.
 */
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
export const incoming = message.extend({ message: message.nullish().catch(undefined) })
export type Incoming = z.output<typeof incoming>

/** What a person says. Joins, topics, bots and Slack's own lines have other subtypes. */
export const spoken: ReadonlySet<string | null | undefined> = new Set([
  undefined,
  null,
  'thread_broadcast',
  'file_share',
  'me_message',
])

/** What was attached, as names and links: files, and messages that were passed on. */
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
