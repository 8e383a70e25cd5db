import type { BotDeps } from '../deps/deps.ts'
import { recentViewers } from './store/home-viewers.ts'
import type { Tx } from '../store/database.ts'

/** A refresh costs tracker calls, and few people still look after an hour. */
const watchedMs = 3_600_000

const mostTabs = 20

/** Queues a refresh of recently opened Home tabs after subscriptions change. */
export const refreshHomes = async (deps: Pick<BotDeps, 'lanes' | 'now'>, tx: Tx): Promise<void> => {
  const users = await recentViewers(tx.sql, deps.now() - watchedMs, mostTabs)
  await deps.lanes.enqueue(
    tx,
    users.map((user) => ({ kind: 'home', lane: user, payload: { user } })),
  )
}

/** After a change that is stored already. */
export const homesChanged = (deps: Pick<BotDeps, 'database' | 'lanes' | 'now'>): Promise<void> =>
  deps.database.transaction((tx) => refreshHomes(deps, tx))
