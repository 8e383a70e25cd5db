import { waitLeft, wasPutBack } from '../../../contract/dates.ts'
import { markGivenUp, markNotSent, markSending } from './store/attempts.ts'
import { type PostRow, setForm } from './store/posts.ts'
import { RetryLater } from '../../../lanes/lanes.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { SlackProblem } from '../../slack/problem.ts'
import type { Outgoing } from '../../slack/slack.ts'
import { type Shown, withForm } from './post-facts.ts'
import { render } from './kinds.ts'
import { inForm } from '../../answers/tell.ts'

/** How long Slack may still process a call that timed out, or take to show it in the history. */
const settleMs = 5_000

const post = async (
  deps: BotDeps,
  row: PostRow,
  place: Pick<Outgoing, 'threadTs' | 'postId' | 'about'>,
  shown: Shown,
): Promise<string> => {
  const { text, blocks, username, iconUrl } = render(row, shown)
  const author = { username, iconUrl }
  try {
    const where = { channel: row.channel, ...place }
    return (await inForm(deps, { text, blocks }, (form) => deps.slack.post({ ...where, ...author, ...form })))
      .ts
  } catch (error) {
    const unnamed = error instanceof SlackProblem && error.kind === 'scope' && username !== undefined
    if (!unnamed) throw error
    // Puts the name into the message and stores that, so that edits show it too.
    const form = withForm(row, { nameInBlocks: true })
    await setForm(deps.database.sql, row, form)
    return post(deps, { ...row, form }, place, shown)
  }
}

/**
 * Finds the message of an interrupted row. Not found is final only after Slack had time to show it: then the row waits
 * again, because it may have to say something else by now, or nothing.
 */
const lookFor = async (deps: BotDeps, row: PostRow, threadTs: string | undefined): Promise<string> => {
  const since = row.attempted_at ?? row.created_at
  const where = { channel: row.channel, threadTs, postId: row.uuid, sinceMs: since }
  const found = await deps.slack.findPost(where)
  if (found) return found.ts
  const now = deps.now()
  const isVoid = wasPutBack(since, now)
  // If the clock was set back, the wait starts now. Posting too early could post it twice.
  if (isVoid) await markGivenUp(deps.database.sql, row, now)
  const left = isVoid ? settleMs : waitLeft(since, settleMs, now)
  if (left > 0)
    throw new RetryLater(Math.min(left, settleMs), 'a message without an answer is looked for once more')
  await markNotSent(deps.database.sql, row)
  throw new RetryLater(0, 'a message without an answer is not there')
}

/** The subject of a thread that starts with this message: its card, else itself. */
const aboutOf = ({ kind, object_uuid: uuid, on_kind: onKind, on_uuid: onUuid }: PostRow) => ({
  kind: onKind ?? kind,
  uuid: onUuid ?? uuid,
})

/** Stores the intent, then posts. An interrupted row is looked up first: its message may exist. */
export const postOnce = async (
  deps: BotDeps,
  row: PostRow,
  threadTs: string | undefined,
  shown: Shown = {},
): Promise<string> => {
  if (row.state === 'sending') return lookFor(deps, row, threadTs)
  const sent = await markSending(deps.database.sql, row, deps.now())
  if (!sent) throw new RetryLater(1_000, 'another node posts this message')
  try {
    return await post(deps, sent, { threadTs, postId: row.uuid, about: aboutOf(row) }, shown)
  } catch (error) {
    if (error instanceof SlackProblem && error.kind !== 'unknown') await markNotSent(deps.database.sql, row)
    else await markGivenUp(deps.database.sql, row, deps.now()).catch(() => undefined)
    throw error
  }
}
