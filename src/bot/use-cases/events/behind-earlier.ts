import { hasEarlier, inboxRow } from '../../store/events/inbox.ts'
import type { BotDeps } from '../../deps.ts'
import type { BotJob } from '../../payloads.ts'

/**
 * Moves an event to the end of its lane if one that arrived before it is behind it. Happens after a failover, because
 * each node stores again what it acknowledged.
 */
export const movedBehindEarlier = async (deps: BotDeps, job: BotJob<'event'>): Promise<boolean> => {
  const row = await inboxRow(deps.database.sql, job.payload.inbox)
  if (!row?.project_uuid || !(await hasEarlier(deps.database.sql, row))) return false
  const { payload } = job
  await deps.database.transaction(async (tx) => {
    await deps.lanes.enqueue(tx, [{ kind: 'event', lane: job.lane, payload }])
    await job.done(tx)
  })
  return true
}
