import type { App } from '@slack/bolt'
import { z } from 'zod'
import type { BotDeps } from '../deps.ts'
import { takeMention } from '../use-cases/answer-mention.ts'

const mention = z.looseObject({
  channel: z.string(),
  user: z.string().optional(),
  bot_id: z.string().nullish(),
  ts: z.string(),
  thread_ts: z.string().optional(),
  text: z.string().default(''),
  team: z.string().optional(),
  user_team: z.string().optional(),
  source_team: z.string().optional(),
})

const first = /^\s*<@(\w+)(?:\|[^>]*)?>[\s:,]*/

/**
 * What follows when a message begins with a mention of us; undefined for every other message. Slack's answer to
 * who we are is waited for: a command taken for a reply would become a comment that the customer reads.
 */
export const wordsToUs = async (
  { slack }: Pick<BotDeps, 'slack'>,
  text: string,
): Promise<string | undefined> => {
  const [opening = '', mentioned] = first.exec(text) ?? []
  if (mentioned === undefined || mentioned !== (await slack.identity()).userId) return undefined
  return text.slice(opening.length)
}

/** `@Onboarding <words>`: stored before Slack is answered. A mention within a sentence asks nothing of us. */
export const addMentionListener = (app: App, deps: BotDeps): void => {
  app.event('app_mention', async ({ event }) => {
    const said = mention.safeParse(event).data
    if (!said?.user || said.bot_id) return
    const words = await wordsToUs(deps, said.text)
    if (words === undefined) return
    const { channel, ts, user, thread_ts: threadTs } = said
    const team = said.user_team ?? said.source_team ?? said.team
    await takeMention(deps, { channel, ts, threadTs, user, team, text: words })
  })
}
