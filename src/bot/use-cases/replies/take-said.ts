import { sourceOf } from '../../store/replies/replies.ts'
import { digestReply } from '../../messages/replies/not-taken.ts'
import type { BotDeps } from '../../deps.ts'
import { attached, type Incoming } from '../../slack/said.ts'
import { acceptReply } from './accept-reply.ts'
import { rootAt, taskOf } from './thread-root.ts'
import { tellOnce } from '../answers/mark-message.ts'
import { wordsToUs } from '../answers/words-to-us.ts'

/** What a person said in a thread, as Slack tells it at once, or later when it is asked. */
export const takeSaid = async (deps: BotDeps, said: Incoming, channel: string): Promise<void> => {
  const { user: userId, ts, thread_ts: threadTs } = said
  const text = said.text ?? ''
  const files = attached(said)
  if (said.bot_id || !userId || !threadTs || threadTs === ts) return
  if (text.trim() === '' && files.length === 0) return
  const self = (await deps.slack.identity().catch(() => undefined))?.userId
  if (userId === self) return
  // A command to us comes as `app_mention` too, and is answered there.
  if ((await wordsToUs(deps, text)) !== undefined) return
  const reply = { channel, ts, threadTs, userId, text, files }
  const root = await rootAt(deps, channel, threadTs)
  const taskUuid = root && taskOf(root)
  if (taskUuid !== undefined) return acceptReply(deps, reply, taskUuid)
  // A reply under a digest is a comment on nothing: the person hears how to comment.
  if (root?.kind === 'digest' || root?.kind === 'quiet_digest')
    return tellOnce(deps, reply, 'digest', digestReply())
  if (root || self === undefined || said.parent_user_id !== self) return
  // Ours, and not in the ledger: what it is about is found out when Slack has its answer.
  const lane = `${channel}:${threadTs}`
  const uniqueKey = sourceOf(channel, ts)
  await deps.database.transaction((tx) =>
    deps.lanes.enqueue(tx, [{ kind: 'lost-thread', lane, payload: reply, uniqueKey }]),
  )
}
