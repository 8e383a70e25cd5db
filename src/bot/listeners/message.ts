import type { App } from '@slack/bolt'
import { z } from 'zod'
import type { BotDeps } from '../deps.ts'
import { incoming, spoken } from '../slack/said.ts'
import { changeReply } from '../use-cases/replies/change-reply.ts'
import { takeSaid } from '../use-cases/replies/take-said.ts'

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
    if (spoken.has(said.subtype)) return takeSaid(deps, said, channel)
    if (said.subtype === 'message_changed' && said.message && !said.message.bot_id) {
      return changeReply(deps, { channel, ts: said.message.ts, text: said.message.text ?? '' })
    }
    if (said.subtype === 'message_deleted' && said.deleted_ts) {
      return changeReply(deps, { channel, ts: said.deleted_ts, text: undefined })
    }
  })
}
