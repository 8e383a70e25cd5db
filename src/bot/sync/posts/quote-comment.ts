import type { BotDeps } from '../../deps/deps.ts'
import { type NewBotJob, postJob } from '../../store/payloads.ts'
import type { Tx } from '../../store/database.ts'
import { writeFacts } from './kinds.ts'
import { briefIfReadable } from './post-facts.ts'
import { quoteOn, settleQuote } from './store/attempts.ts'
import type { DuePost } from './store/due-post.ts'
import { type PostRow, showAgain } from './store/posts.ts'
import { quoteJob, quotingCard } from './task-cards.ts'

/** A customer's newest comment is quoted on the card of its thread, by the job that posts it. */

/** The root, if it is not in Slack yet, with the quote. So it is posted once, and not changed right after. */
export const withQuote = async (deps: BotDeps, due: DuePost): Promise<DuePost> => {
  const card = due.root?.ts === null ? quotingCard(due) : undefined
  if (!due.root || !card) return due
  const root = await quoteOn(deps.database.sql, { ...due.root, facts: writeFacts('task_card', card) })
  return root ? { ...due, root } : due
}

/** What is to be done about the card in the transaction that settles the comment. Returns its jobs. */
type Settle = (tx: Tx) => Promise<NewBotJob[]>

const none: Settle = () => Promise.resolve([])

/** A card that changed a moment ago, or waits for a change, is left to a job: Slack limits how often. */
const isFree = ({ now, cardSlotMs }: BotDeps, { wanted, shown, changed_at, settled_at }: PostRow): boolean =>
  wanted === shown && (changed_at ?? settled_at ?? 0) + cardSlotMs <= now()

/**
 * The comment is in Slack: its card quotes it. `update` changes the card's message. A failure must not post the comment
 * again, so a job tries again.
 */
export const quoteComment = async (
  deps: BotDeps,
  due: DuePost,
  update: (card: PostRow) => Promise<unknown>,
): Promise<Settle> => {
  const { row, root, said } = due
  if (row.ts !== null || root?.kind !== 'task_card' || root.ts === null || !said) return none
  const task = root.object_uuid
  // One that was found in Slack passed no guards now.
  const isLeft = row.state === 'sending' || !said.newest || !isFree(deps, root)
  if (isLeft) return async () => [quoteJob({ task }, deps)]
  try {
    const card = quotingCard(due)
    if (!card) return none
    const facts = writeFacts('task_card', card)
    await update({ ...root, facts })
    return async (tx) => {
      if (await settleQuote(tx.sql, root, { facts, comment: row.object_uuid, now: deps.now() })) return []
      await showAgain(tx, root)
      return [postJob(root.channel, root.id)]
    }
  } catch (error) {
    deps.log.debug({ error, post: root.id }, 'a card quotes a comment later')
    return async () => [quoteJob({ task, atOnce: true }, deps)]
  }
}

/** The comment is not posted after all: a card that quotes it is looked at again. */
export const unquote = (deps: BotDeps, { row, root }: Pick<DuePost, 'row' | 'root'>): NewBotJob[] => {
  const isQuoted = root?.kind === 'task_card' && briefIfReadable(root).newest?.uuid === row.object_uuid
  return row.ts === null && isQuoted ? [quoteJob({ task: root.object_uuid, atOnce: true }, deps)] : []
}
