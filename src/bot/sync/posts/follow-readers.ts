import type { BotDeps } from '../../deps/deps.ts'
import type { Tx } from '../../store/database.ts'
import type { BotJob, NewBotJob } from '../../store/payloads.ts'
import { receivedProjects, showsComments } from '../../store/project-channels.ts'
import { type ChangingTx, runningIn, type Subscription } from '../../store/subscriptions.ts'
import { isCleared, isRemoval, kindOf, kindsWithReaders } from '../kinds/kinds.ts'
import { sayingReaders, sayingReadersOf } from '../store/past-posts.ts'
import { postJob, type PostRow, showAgain } from '../store/posts.ts'

/* Messages that say who reads replies say it anew when that changes: in their channel, or in another one. */

/** Messages at a time. Slack takes about 50 updates a minute; older ones follow with their next change. */
const mostAtOnce = 50
const which = { kinds: kindsWithReaders, most: mostAtOnce }

/** The message's text was cleared, it says that something was deleted, or its thread is synced no more. */
const isPast = (row: PostRow): boolean =>
  isCleared(row) || kindOf(row.kind)?.isOver(row) === true || isRemoval(row)

const showEach = async (tx: Tx, rows: readonly PostRow[]): Promise<NewBotJob[]> => {
  const current = rows.filter((row) => !isPast(row))
  for (const row of current) await showAgain(tx, row)
  return current.map((row) => postJob(row))
}

/** Updates the channel's newest messages of open tasks: other people read it, or its replies go elsewhere. */
export const followReaders = async (deps: BotDeps, tx: Tx, channel: string): Promise<void> =>
  deps.lanes.enqueue(tx, await showEach(tx, await sayingReaders(tx.sql, channel, which)))

/** The subscriptions by which outsiders read in the channel what is written in others. All projects never go there. */
const shownHere = async (tx: Tx, channel: string) =>
  (await runningIn(tx.sql, channel)).filter((one) => one.scope !== 'all' && showsComments(one))

const keyOf = ({ scope, target, accountId, accountName }: Subscription) =>
  JSON.stringify([scope, target, accountId, accountName])

/** Changes a channel's subscriptions or settings. Messages in others follow that say where their words appear. */
export const changeSubscriptions = async <T>(
  deps: Pick<BotDeps, 'lanes'>,
  tx: Tx,
  channel: string,
  change: (tx: ChangingTx) => Promise<T>,
): Promise<T> => {
  const before = await shownHere(tx, channel)
  const done = await change(tx as ChangingTx)
  const after = await shownHere(tx, channel)
  const [former, present] = [before, after].map((all) => new Set(all.map(keyOf)))
  const changed = [...before, ...after].filter((one) => former?.has(keyOf(one)) !== present?.has(keyOf(one)))
  await deps.lanes.enqueue(
    tx,
    changed.map(({ scope, target, accountId }) => ({
      kind: 'card',
      lane: `${channel}@readers`,
      payload: { channel, scope, target, accountId },
    })),
  )
  return done
}

type Elsewhere = Extract<BotJob<'card'>['payload'], { scope: unknown }>

/** Lane `card`: another channel shows the comments of a subscription's projects by now, or shows them no more. */
export const followElsewhere = async (deps: BotDeps, job: BotJob<'card'>, changed: Elsewhere) => {
  const { accountId, ...subscription } = changed
  const projects = (await receivedProjects(deps.database.sql, [{ ...subscription, accountId }])) ?? []
  await deps.database.transaction(async (tx) => {
    const rows = await sayingReadersOf(tx.sql, { projects, besides: changed.channel }, which)
    await job.done(tx, await showEach(tx, rows))
  })
}
