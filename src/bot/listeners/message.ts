import type { App } from '@slack/bolt'
import { z } from 'zod'
import type { BotDeps } from '../deps.ts'
import { changeReply } from '../use-cases/change-reply.ts'
import { takeReply } from '../use-cases/take-reply.ts'
import { wordsToUs } from './mention.ts'

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
const incoming = message.extend({ message: message.nullish().catch(undefined) })
type Incoming = z.output<typeof incoming>

/** What a person says. Joins, topics, bots and Slack's own lines have other subtypes. */
const spoken: ReadonlySet<string | null | undefined> = new Set([
  undefined,
  null,
  'thread_broadcast',
  'file_share',
  'me_message',
])

/** What was attached, as names and links: files, and messages that were passed on. */
const attached = ({ files, attachments }: Incoming) => [
  ...(files ?? []).flatMap((file) =>
    file ? { name: file.name ?? file.title ?? 'file', permalink: file.permalink ?? undefined } : [],
  ),
  ...(attachments ?? []).flatMap((shared) =>
    shared?.is_share && shared.from_url
      ? { name: `a message of ${shared.author_name ?? 'somebody'}`, permalink: shared.from_url }
      : [],
  ),
]

const onSpoken = async (deps: BotDeps, said: Incoming, channel: string): Promise<void> => {
  const { user, ts, thread_ts: threadTs } = said
  const text = said.text ?? ''
  const files = attached(said)
  if (said.bot_id || !user || !threadTs || threadTs === ts) return
  if (text.trim() === '' && files.length === 0) return
  const self = (await deps.slack.identity().catch(() => undefined))?.userId
  if (user === self) return
  // A command to us comes as `app_mention` too, and is answered there.
  if ((await wordsToUs(deps, text)) !== undefined) return
  const underOurs = self !== undefined && said.parent_user_id === self
  await takeReply(deps, { channel, ts, threadTs, userId: user, text, files, underOurs })
}

/**
 * `message` events. Bolt leaves out the app's own new messages, but not `message_changed` of its own updates,
 * whose author is nested: a bot's id in the inner message leaves those out here.
 */
export const addMessageListener = (app: App, deps: BotDeps): void => {
  app.event('message', async ({ event }) => {
    const { data: said, error } = incoming.safeParse(event)
    if (error) deps.log.error({ reason: z.prettifyError(error) }, 'a message of Slack has an unknown shape')
    if (!said?.channel) return
    const { channel } = said
    if (spoken.has(said.subtype)) return onSpoken(deps, said, channel)
    if (said.subtype === 'message_changed' && said.message && !said.message.bot_id) {
      return changeReply(deps, { channel, ts: said.message.ts, text: said.message.text ?? '' })
    }
    if (said.subtype === 'message_deleted' && said.deleted_ts) {
      return changeReply(deps, { channel, ts: said.deleted_ts, text: undefined })
    }
  })
}
