import { addPosts, changePost, postOf, type PostRow, refreshCard } from './store/posts.ts'
import type { Tx } from '../../store/database.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { type NewBotJob, postJob } from '../../store/payloads.ts'
import { briefOf } from './post-facts.ts'
import type { Planned } from './decision.ts'
import { isCard, writeFacts } from './kinds.ts'

interface Decided {
  /** The event, if one caused this. */
  inboxId: number | null
  at: number
}

/** Updates a card that is not posted yet; keeps `existedBefore` and its quote. Returns its row if it is to be posted now. */
const refresh = async (tx: Tx, plan: Planned, decided: Decided): Promise<{ id: number } | undefined> => {
  const row = await postOf(tx.sql, plan)
  if (!row || row.ts !== null) return undefined
  const { existedBefore, newest } = briefOf(row)
  const since = { ...(existedBefore !== undefined && { existedBefore }), ...(newest && { newest }) }
  const facts = writeFacts(plan.kind, { ...plan.facts, ...since })
  const isAsked = !plan.whenNeeded && plan.leftOut === undefined
  await refreshCard(tx.sql, row, facts, isAsked ? decided : undefined)
  return isAsked ? row : undefined
}

/** Its job, or that of the change before, shows this change too. A card that waits has none. */
const hasJob = ({ state, wanted, shown }: Pick<PostRow, 'state' | 'wanted' | 'shown'>): boolean =>
  (state !== 'posted' && state !== 'sending') || (shown > 0 && wanted - shown > 1)

const change = async (tx: Tx, plan: Planned, { inboxId }: Decided): Promise<{ id: number } | undefined> => {
  const row = await changePost(tx, plan, writeFacts(plan.kind, plan.facts), inboxId)
  return row && !hasJob(row) ? row : undefined
}

/**
 * Makes the posts what should be: what is new is added, what changed gets its facts, and what is equal costs
 * nothing. Returns the jobs that make Slack show it. `inboxId`: the event, if any.
 */
export const writePlanned = async (
  deps: Pick<BotDeps, 'instance' | 'now'>,
  tx: Tx,
  inboxId: number | null,
  planned: readonly Planned[],
): Promise<NewBotJob[]> => {
  const decided = { inboxId, at: deps.now() }
  const rows = planned
    .filter((plan) => !plan.change)
    .map((plan) => ({
      ...plan,
      // Also in the message's metadata. It depends only on the subject, so two nodes derive the same.
      uuid: deps.instance.idOf(`${plan.channel} ${plan.kind} ${plan.objectUuid}`),
      facts: writeFacts(plan.kind, plan.facts),
      form: JSON.stringify({ tell: plan.tell }),
      inboxId,
      createdAt: decided.at,
    }))
  const added = await addPosts(tx, rows)
  const keys = new Set(added.map(({ channel, kind, object_uuid: uuid }) => `${channel} ${kind} ${uuid}`))
  const isNew = (plan: Planned) => keys.has(`${plan.channel} ${plan.kind} ${plan.objectUuid}`)
  const jobs = added.filter(({ state }) => state === 'waiting').map(({ id, channel }) => postJob(channel, id))
  for (const plan of planned) {
    const isThere = isCard(plan.kind) && !isNew(plan)
    const row = plan.change
      ? await change(tx, plan, decided)
      : isThere
        ? await refresh(tx, plan, decided)
        : undefined
    if (row) jobs.push(postJob(plan.channel, row.id))
  }
  return jobs
}

/** Like `writePlanned`, for rows that no event asks for. Also queues the jobs. */
export const commitPlanned = async (
  deps: Pick<BotDeps, 'instance' | 'now' | 'lanes'>,
  tx: Tx,
  planned: readonly Planned[],
): Promise<void> => deps.lanes.enqueue(tx, await writePlanned(deps, tx, null, planned))
