import { sourceOf } from '../../store/replies/replies.ts'
import { takenSources } from '../../store/threads/take-overs.ts'
import type { ReplyFile } from '../../store/replies/replies.ts'
import { historyHidden } from '../../messages/threads/not-synced.ts'
import type { Message } from '../../messages/kit/message.ts'
import type { BotDeps } from '../../deps.ts'
import { isClosed, SlackProblem } from '../../slack/problem.ts'
import { attached, incoming, spoken } from '../../slack/said.ts'
import { addressed } from '../answers/words-to-us.ts'

export interface Earlier {
  source: string
  ts: string
  userId: string
  text: string
  files: readonly ReplyFile[]
}

/** What people said in a thread that is no comment yet, in order. Without apps, and without commands to us. */
export const earlierIn = async (deps: BotDeps, channel: string, threadTs: string): Promise<Earlier[]> => {
  const { userId: self } = await deps.slack.identity()
  const said: Earlier[] = []
  for await (const message of deps.slack.thread(channel, threadTs)) {
    const one = incoming.safeParse(message).data
    if (!one?.user || one.bot_id || one.user === self || !spoken.has(one.subtype)) continue
    const { ts, user: userId } = one
    const [text, files] = [one.text ?? '', attached(one)]
    if ((text.trim() === '' && files.length === 0) || addressed(text)?.user === self) continue
    said.push({ source: sourceOf(channel, ts), ts, userId, text, files })
  }
  const sources = said.map(({ source }) => source)
  const taken = await takenSources(deps.database, sources)
  return said.filter(({ source }) => !taken.has(source))
}

/** Why Slack doesn't let the app read the thread. Undefined for another error. */
export const whyHidden = (error: unknown): Message | undefined =>
  error instanceof SlackProblem && isClosed(error)
    ? historyHidden({ scope: error.kind === 'scope' })
    : undefined
