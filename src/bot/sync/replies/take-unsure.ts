import { threadAt } from './store/thread-at.ts'
import { threadNotKnown } from './messages/not-taken.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { BotJob } from '../../store/payloads.ts'
import { tellOnce } from './mark-message.ts'
import { isToUs } from '../../slack/words-to-us.ts'
import { takeUnder } from './take-said.ts'
import { rootInDoubt } from './thread-root.ts'

/** Lane `unsure-reply`, one per thread: for replies that need a Slack call to know whether they are ours. */
export const takeUnsure = async (deps: BotDeps, job: BotJob<'unsure-reply'>): Promise<void> => {
  const reply = job.payload
  const { userId: self } = await deps.slack.identity()
  if (reply.userId === self || (await isToUs(deps, reply.text))) return
  const { channel, threadTs, parent } = reply
  const there = await threadAt(deps.database.sql, channel, threadTs)
  const root = there.root ?? (await rootInDoubt(deps, channel, threadTs))
  if ((await takeUnder(deps, { ...there, root }, reply)) || parent !== self) return
  // A card that the database doesn't have, for example from before the app was installed again.
  const ours = await deps.slack.rootOfThread(channel, threadTs)
  if (ours?.about?.kind === 'task_card') await tellOnce(deps, reply, 'not-known', threadNotKnown())
}
