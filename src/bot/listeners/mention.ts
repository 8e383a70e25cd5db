import type { App } from '@slack/bolt'
import { z } from 'zod'
import type { BotDeps } from '../deps.ts'
import { takeMention } from '../use-cases/answer-mention.ts'
import { wordsToUs } from '../use-cases/answers/words-to-us.ts'

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
