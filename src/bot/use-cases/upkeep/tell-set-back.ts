import { databaseSetBack } from '../../messages/upkeep/set-back.ts'
import type { BotDeps } from '../../deps.ts'
import type { BotJob } from '../../payloads.ts'
import { markOnce } from '../answers/mark-message.ts'
import { keepers } from '../tracker/quota.ts'

/** Lane `set-back`: tells admins and subscribers, once each, what a failover may have lost. */
export const tellSetBack = async (deps: BotDeps, job: BotJob<'set-back'>): Promise<void> => {
  const { since, until } = job.payload
  const message = databaseSetBack({
    since: new Date(since).toISOString(),
    until: new Date(until).toISOString(),
  })
  const told = await keepers(deps)
  await deps.database.transaction(async (tx) => {
    for (const { user } of told) {
      const at = { channel: user, ts: `set-back-${since}` }
      const item = { op: 'direct' as const, user, message }
      await markOnce(deps, tx, at, item, `set-back:${since}:${user}`)
    }
    await job.done(tx)
  })
}
