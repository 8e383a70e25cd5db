import type { Tx } from '../store/database.ts'
import type { BotDeps } from '../deps.ts'
import { scheduleDigests } from './digests/post-digest.ts'
import { queueMissedReplies } from './upkeep/missed-replies.ts'
import { scheduleReconcile } from './upkeep/reconcile.ts'
import { scheduleRetention } from './upkeep/retention.ts'

type Deps = Pick<BotDeps, 'database' | 'lanes' | 'now'>

/** What comes at a time of day. What is planned already stays as it is. */
const planByClock = async (deps: Deps, tx: Tx): Promise<void> => {
  await scheduleReconcile(deps, tx)
  await scheduleDigests(deps, tx)
  await scheduleRetention(deps, tx)
}

export const beginToLive = (deps: Deps): Promise<void> =>
  deps.database.transaction(async (tx) => {
    await planByClock(deps, tx)
    await queueMissedReplies(deps, tx)
  })

/** Each minute. What was planned by a clock that is put back since is planned anew. */
export const signOfLife = (deps: Deps): Promise<void> =>
  deps.database.transaction(async (tx) => {
    const { clockPutBack } = await queueMissedReplies(deps, tx)
    if (clockPutBack) await planByClock(deps, tx)
  })
