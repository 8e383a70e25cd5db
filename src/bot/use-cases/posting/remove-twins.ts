import { deliveryById, type DeliveryRow } from '../../store/ledger/deliveries.ts'
import type { BotDeps } from '../../deps.ts'
import type { BotJob } from '../../payloads.ts'
import { closedKinds, SlackProblem } from '../../slack/problem.ts'
import { whereOf } from './where-posted.ts'

/** Runs in the channel's lane, so that no newer change comes in between. */
const sayAgain = (deps: BotDeps, job: BotJob<'twin'>, { id, channel }: DeliveryRow): Promise<void> =>
  deps.database.transaction(async (tx) => {
    await deps.lanes.enqueue(tx, [{ kind: 'post', lane: channel, payload: { again: id, at: deps.now() } }])
    await job.done(tx)
  })

/**
 * Lane `twin`: repairs what Slack may have carried out late. Sends the last version of a changed message again. Deletes
 * other messages with the row's delivery id, except those with replies.
 */
export const removeTwins = async (deps: BotDeps, job: BotJob<'twin'>): Promise<void> => {
  const row = await deliveryById(deps.database.sql, job.payload.delivery)
  if (row?.op === 'update') return sayAgain(deps, job, row)
  if (row?.state !== 'posted' || row.ts === null) return
  try {
    for await (const { ts, answered } of deps.slack.everyDelivery(await whereOf(deps, row))) {
      if (ts === row.ts) continue
      deps.log.warn({ delivery: row.id, answered }, 'Slack carried out a call after the app gave up on it')
      if (!answered) await deps.slack.remove(row.channel, ts)
    }
  } catch (error) {
    if (!(error instanceof SlackProblem) || !closedKinds.includes(error.kind)) throw error
    deps.log.warn({ delivery: row.id, problem: error.code }, 'a duplicate message could not be deleted')
  }
}
