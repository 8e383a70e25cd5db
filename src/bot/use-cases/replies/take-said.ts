import type { BotDeps } from '../../deps.ts'
import { attached, type Incoming } from '../../slack/said.ts'
import { takeReply } from './take-reply.ts'
import { wordsToUs } from '../answers/words-to-us.ts'

/** What a person said in a thread, as Slack tells it at once, or later when it is asked. */
export const takeSaid = async (deps: BotDeps, said: Incoming, channel: string): Promise<void> => {
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
