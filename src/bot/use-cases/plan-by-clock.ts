import type { Tx } from '../store/database.ts'
import type { BotDeps } from '../deps.ts'
import { scheduleDigests } from './digests/post-digest.ts'
import { queueMissedReplies } from './upkeep/missed-replies.ts'
import { scheduleReconcile } from './upkeep/reconcile.ts'
import { scheduleRetention } from './upkeep/retention.ts'

type Deps = Pick<BotDeps, 'database' | 'lanes' | 'now'>

/** Plans daily work. What is already planned stays. */
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

/** Runs each minute. If the clock was set back, plans daily work again. */
export const signOfLife = (deps: Deps): Promise<void> =>
  deps.database.transaction(async (tx) => {
    const { clockPutBack } = await queueMissedReplies(deps, tx)
    if (clockPutBack) await planByClock(deps, tx)
  })
