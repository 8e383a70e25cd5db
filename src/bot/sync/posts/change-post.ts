import { routeTo } from '../../audience/audience.ts'
import { readersOfReplies } from '../../audience/comment-readers.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { RetryLater } from '../../../lanes/lanes.ts'
import { SlackProblem } from '../../slack/problem.ts'
import type { BotJob } from '../../store/payloads.ts'
import { type DuePost, settleChanged } from '../store/due-post.ts'
import { aboutOf, type PostRow, postAt, postJob } from '../store/posts.ts'
import type { ChannelSettings } from '../../store/channel-settings.ts'
import type { ReadersNow } from '../../kit/task-card.ts'
import { leaveCard } from '../store/task-threads.ts'
import { isCard, isRemoval, isTaskCard, kindOf, render } from '../kinds/kinds.ts'
import { type Rendered, readFacts } from '../kinds/kind.ts'
import { formOf, type Shown } from '../kinds/form.ts'
import { aboutNow } from './guards.ts'
import { z } from 'zod'
import type { Message } from '../../kit/message.ts'
import { notShownHere } from '../messages/task.ts'

/* Changes a message that is in Slack to what it should say now, for those who read it now. */

/** What outsiders read: nothing of an internal task, and of a project's card nothing that names one. */
const forOutsiders = async (deps: BotDeps, row: PostRow, shown: Shown): Promise<Rendered> => {
  const about = await aboutNow(deps, row, true)
  const isHidden = about.some(({ internal }) => internal !== false)
  const { visible, ...facts } = readFacts(z.looseObject({}), row)
  if (isHidden && isCard(row.kind) && visible !== undefined)
    return forOutsiders(deps, { ...row, facts: JSON.stringify(facts) }, shown)
  const made = isHidden ? undefined : render(row, true, shown)
  // Replies to a removal become no comments.
  return made ?? notShownHere(isRemoval(row) ? {} : shown)
}

/** What a message that was made earlier says to those who read it now. */
export const messageFor = async (deps: BotDeps, row: PostRow, shown: Shown): Promise<Rendered> => {
  const { shared } = await routeTo(deps, row.channel)
  return (shared ? undefined : render(row, false, shown)) ?? forOutsiders(deps, row, shown)
}

const messageNow = async (deps: BotDeps, { row, settings }: DuePost): Promise<Message> => {
  const { flat } = formOf(row)
  return messageFor(deps, row, { flat, ...(await readersNowOf(deps, row, settings, flat)) })
}

/** What a message says of who reads replies. Most messages say nothing of it, and cost nothing. */
export const readersNowOf = async (
  deps: BotDeps,
  row: PostRow,
  settings: ChannelSettings,
  flat: Shown['flat'],
): Promise<ReadersNow> => {
  if (typeof flat !== 'object' && kindOf(row.kind)?.saysReaders !== true) return {}
  const { kind, uuid } = aboutOf(row)
  const taskUuid = isTaskCard(kind) ? uuid : (row.on_uuid ?? uuid)
  return readersOfReplies(deps, await routeTo(deps, row.channel), settings, taskUuid)
}

const isPostedCard = (row: PostRow | undefined): row is PostRow => row?.state === 'posted' && isCard(row.kind)

/** A card was deleted in Slack. The next message posts a new card and starts a new thread. */
export const cardDeleted = async (deps: BotDeps, channel: string, ts: string): Promise<void> => {
  const row = await postAt(deps.database.sql, channel, ts)
  if (isPostedCard(row))
    await deps.database.transaction((tx) =>
      leaveCard(tx, row, { isTask: isTaskCard(row.kind), now: deps.now() }),
    )
}

/** Changes the message in Slack, in the form in which it was posted. */
export const changeMessage = async (deps: BotDeps, due: DuePost, ts: string): Promise<void> => {
  const { row } = due
  const { text, blocks } = await messageNow(deps, due)
  try {
    await deps.slack.update({ channel: row.channel, ts, text, blocks })
  } catch (error) {
    if (!(error instanceof SlackProblem) || error.code !== 'message_not_found' || !isPostedCard(row))
      throw error
    // Slack's event about the deletion was missed.
    await cardDeleted(deps, row.channel, ts)
    throw new RetryLater(0, 'the card is gone: it will say this once it is posted again')
  }
}

/** Shows the change in Slack, and stores that. A later change gets a job of its own. Returns the message's `ts`. */
export const showChange = async (
  deps: BotDeps,
  job: BotJob<'post'>,
  due: DuePost,
  ts: string,
): Promise<string> => {
  const { row } = due
  await changeMessage(deps, due, ts)
  await deps.database.mayBeLost.transaction(async (tx) => {
    const isSettled = await settleChanged(tx.sql, row, deps.now())
    await job.done(tx, isSettled ? [] : [postJob(row)])
  })
  return ts
}
