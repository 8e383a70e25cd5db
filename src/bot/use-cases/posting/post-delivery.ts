import {
  deliveryById,
  type DeliveryRow,
  forgetMessage,
  setFacts,
  settleDelivery,
} from '../../store/ledger/deliveries.ts'
import { type DuePost, duePost } from '../../store/posting/due-post.ts'
import type { Tx } from '../../store/database.ts'
import { RetryLater } from '../../../lanes/lanes.ts'
import type { BotDeps } from '../../deps.ts'
import type { BotJob } from '../../payloads.ts'
import { rootIsGone } from '../../slack/error-codes.ts'
import { SlackProblem } from '../../slack/problem.ts'
import { reasonNotToSend } from './before-sending.ts'
import { linkToTell, tellAuthor } from '../ledger/confirm-comment.ts'
import { briefOf, type Shown, withShown } from '../ledger/delivery-facts.ts'
import { render } from '../ledger/delivery-kinds.ts'
import { inForm, postOnce } from './post-once.ts'
import { foldIn, heldBack } from './hold-posts.ts'
import { releaseHeld } from './release-held.ts'
import { asSet } from '../ledger/policy.ts'
import { failPost, slackTrouble } from './slack-trouble.ts'

const isOpen = (row: DeliveryRow) => row.state === 'waiting' || row.state === 'sending'

/** The thread's root, posted now if it is not there yet: the card exists as soon as something hangs on it. */
const rootTs = async (deps: BotDeps, root: DeliveryRow, compact: boolean): Promise<string | undefined> => {
  if (root.state === 'posted') return root.ts ?? undefined
  const ts = await postOnce(deps, root, undefined, { compact })
  await settleDelivery(deps.database.sql, root.id, { state: 'posted', ts }, deps.now())
  return ts
}

/** A root that was posted so lately is not gone: Slack then refuses for another reason. */
const freshRootMs = 60_000

const inThread = async (
  deps: BotDeps,
  row: DeliveryRow,
  root: DeliveryRow,
  shown: Shown,
): Promise<string> => {
  const threadTs = await rootTs(deps, root, shown.compact === true)
  try {
    return await postOnce(deps, row, threadTs, shown)
  } catch (error) {
    const gone = error instanceof SlackProblem && rootIsGone(error.code)
    if (!gone || deps.now() - (root.settled_at ?? deps.now()) < freshRootMs) throw error
    // Somebody deleted the card in Slack. What was said on the task begins a new thread.
    await forgetMessage(deps.database.sql, root.id)
    throw new RetryLater(0, 'the root of the thread is gone: it is posted anew')
  }
}

/** That it stands flat is kept with the row, so that a second attempt looks for it there and an edit reads the same. */
const inChannel = async (deps: BotDeps, row: DeliveryRow, shown: Shown): Promise<string> => {
  if (shown.flat === undefined) return postOnce(deps, row, undefined, shown)
  const facts = withShown(row, shown)
  await setFacts(deps.database.sql, row.id, facts)
  return postOnce(deps, { ...row, facts }, undefined, shown)
}

/** Shown as the message that it changes is. */
const change = async (deps: BotDeps, { row, on, settings }: DuePost): Promise<string | undefined> => {
  if (on?.state !== 'posted' || on.ts === null) return undefined
  const { ts } = on
  const { flat, nameInBlocks } = briefOf(on)
  const facts = nameInBlocks ? withShown(row, { nameInBlocks }) : row.facts
  const form = render({ ...row, facts }, { compact: settings.compact, ...(flat && { flat }) })
  await inForm(deps, form, ({ text, blocks }) =>
    deps.slack.update({ channel: row.channel, ts, text, blocks }),
  )
  return ts
}

/** A change of a pinned card is the live card's own matter; of what is not said yet, it changes what it will say. */
const foldedIn = async (deps: BotDeps, { row, on, pinned }: DuePost): Promise<string | undefined> => {
  if (row.op !== 'update') return undefined
  if (pinned && row.kind === 'project_card_update') return 'the pinned card is kept up to date by itself'
  return on?.state === 'waiting' ? foldIn(deps, row, on) : undefined
}

const say = async (deps: BotDeps, due: DuePost): Promise<string | undefined> => {
  const { row, on: root, settings } = due
  if (row.op === 'update') return change(deps, due)
  const shown = asSet(settings, row, root)
  return root && shown.flat === undefined ? inThread(deps, row, root, shown) : inChannel(deps, row, shown)
}

/** Lane `post`, one a channel: what the ledger says is to be said there, in order. */
export const postDelivery =
  (deps: BotDeps) =>
  async (job: BotJob<'post'>): Promise<void> => {
    if ('release' in job.payload) return releaseHeld(deps, job, job.payload.release)
    const { delivery: id } = job.payload
    const due = await duePost(deps.database.sql, id, deps.now())
    if (!due || !isOpen(due.row)) return
    const { row } = due
    try {
      const reason = (await reasonNotToSend(deps, due)) ?? (await foldedIn(deps, due))
      if (reason === undefined && (await heldBack(deps, job, due))) return
      const ts = reason === undefined ? await say(deps, due) : undefined
      const result =
        ts === undefined
          ? { state: 'skipped' as const, error: reason ?? 'the message was never posted' }
          : { state: 'posted' as const, ts }
      const url = ts === undefined ? undefined : await linkToTell(deps, row, ts)
      await deps.database.transaction(async (tx) => {
        await settleDelivery(tx.sql, id, result, deps.now())
        await tellAuthor(deps, tx, row, url)
        await job.done(tx)
      })
    } catch (error) {
      await slackTrouble(deps, job, row, error)
    }
  }

/** The lane gave the message up, after a day's outage or for a fault of ours. */
export const onPostAside =
  (deps: BotDeps) =>
  async (tx: Tx, { payload }: Pick<BotJob<'post'>, 'payload'>, reason: string): Promise<void> => {
    const row = 'delivery' in payload ? await deliveryById(tx.sql, payload.delivery) : undefined
    if (row && isOpen(row)) await failPost(deps, tx, row, reason)
  }
