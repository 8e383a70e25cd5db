import {
  deliveryById,
  deliveryOf,
  type DeliveryRow,
  forgetMessage,
  settleDelivery,
} from '../../store/ledger/deliveries.ts'
import type { Tx } from '../../store/database.ts'
import { RetryLater } from '../../../lanes/lanes.ts'
import type { BotDeps } from '../../deps.ts'
import type { BotJob } from '../../payloads.ts'
import { SlackProblem } from '../../slack/problem.ts'
import { reasonNotToSend } from './before-sending.ts'
import { linkToTell, tellAuthor } from '../ledger/confirm-comment.ts'
import { render } from '../ledger/delivery-kinds.ts'
import { inForm, namedInBlocks, postOnce } from './post-once.ts'
import { foldIn, heldBack } from './hold-posts.ts'
import { liveCard } from '../../store/digests/live-cards.ts'
import { releaseHeld } from './release-held.ts'
import { asSet, likePosted } from '../ledger/settings-applied.ts'
import { slackTrouble } from './slack-trouble.ts'

const isOpen = (row: DeliveryRow) => row.state === 'waiting' || row.state === 'sending'

const target = async (deps: BotDeps, row: DeliveryRow): Promise<DeliveryRow | undefined> => {
  if (row.on_kind === null || row.on_uuid === null) return undefined
  return deliveryOf(deps.database.sql, { channel: row.channel, kind: row.on_kind, objectUuid: row.on_uuid })
}

/** The thread's root, posted now if it is not there yet: the card exists as soon as something hangs on it. */
const rootTs = async (deps: BotDeps, root: DeliveryRow): Promise<string | undefined> => {
  if (root.state === 'posted') return root.ts ?? undefined
  const ts = await postOnce(deps, root, undefined)
  await settleDelivery(deps.database.sql, root.id, { state: 'posted', ts }, deps.now())
  return ts
}

/** A root that was posted so lately is not gone: Slack then refuses for another reason. */
const freshRootMs = 60_000

const inThread = async (deps: BotDeps, row: DeliveryRow, root: DeliveryRow): Promise<string> => {
  const threadTs = await rootTs(deps, root)
  try {
    return await postOnce(deps, row, threadTs)
  } catch (error) {
    const gone = error instanceof SlackProblem && error.code === 'thread_not_found'
    if (!gone || deps.now() - (root.settled_at ?? deps.now()) < freshRootMs) throw error
    // Somebody deleted the card in Slack. What was said on the task begins a new thread.
    await forgetMessage(deps.database.sql, root.id)
    throw new RetryLater(0, 'the root of the thread is gone: it is posted anew')
  }
}

const change = async (deps: BotDeps, row: DeliveryRow): Promise<string | undefined> => {
  const changed = await target(deps, row)
  if (changed?.state !== 'posted' || changed.ts === null) return undefined
  const { ts } = changed
  const { nameInBlocks } = JSON.parse(changed.facts) as { nameInBlocks?: boolean }
  const facts = await likePosted(deps, row, changed)
  const form = render(row.kind, nameInBlocks ? namedInBlocks(facts) : facts)
  await inForm(deps, form, ({ text, blocks }) =>
    deps.slack.update({ channel: row.channel, ts, text, blocks }),
  )
  return ts
}

/** A change of a pinned card is the live card's own matter. */
const isLive = async (deps: BotDeps, row: DeliveryRow): Promise<boolean> =>
  row.kind === 'project_card_update' &&
  row.on_uuid !== null &&
  (await liveCard(deps.database.sql, row.channel, row.on_uuid)) !== undefined

/** A change of what is not said yet, such as a post that is held back, changes what it will say. */
const foldedIn = async (deps: BotDeps, row: DeliveryRow): Promise<string | undefined> => {
  const changed = row.op === 'update' ? await target(deps, row) : undefined
  if (await isLive(deps, row)) return 'the pinned card is kept up to date by itself'
  return changed?.state === 'waiting' ? foldIn(deps, row, changed) : undefined
}

const say = async (deps: BotDeps, row: DeliveryRow): Promise<string | undefined> => {
  if (row.op === 'update') return change(deps, row)
  const { row: shown, root } = await asSet(deps, row, await target(deps, row))
  return root ? inThread(deps, shown, root) : postOnce(deps, shown, undefined)
}

/** Lane `post`, one a channel: what the ledger says is to be said there, in order. */
export const postDelivery =
  (deps: BotDeps) =>
  async (job: BotJob<'post'>): Promise<void> => {
    if ('release' in job.payload) return releaseHeld(deps, job, job.payload.release)
    const { delivery: id } = job.payload
    const row = await deliveryById(deps.database.sql, id)
    if (!row || !isOpen(row)) return
    try {
      const reason = (await reasonNotToSend(deps, row)) ?? (await foldedIn(deps, row))
      if (reason === undefined && (await heldBack(deps, job, row))) return
      const ts = reason === undefined ? await say(deps, row) : undefined
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
    if (!row || !isOpen(row)) return
    await settleDelivery(tx.sql, row.id, { state: 'failed', error: reason }, deps.now())
    await tellAuthor(deps, tx, row, undefined)
  }
