import { recentViewers } from '../../store/home/home-viewers.ts'
import type { Tx } from '../../store/database.ts'
import type { BotDeps } from '../../deps.ts'
import type { BotJob } from '../../payloads.ts'
import { laneTrouble } from '../tracker/lane-trouble.ts'
import { showHome } from './show-home.ts'

/** A tab that was opened an hour ago is hardly looked at any more, and each costs calls of the tracker. */
const watchedMs = 3_600_000
const mostTabs = 20

/** What channels receive has changed: Home tabs that were opened lately show it. */
export const refreshHomes = async (deps: Pick<BotDeps, 'lanes' | 'now'>, tx: Tx): Promise<void> => {
  const users = await recentViewers(tx.sql, deps.now() - watchedMs, mostTabs)
  await deps.lanes.enqueue(
    tx,
    users.map((user) => ({ kind: 'home', lane: user, payload: { user } })),
  )
}

/** Lane `home`, one a person. */
export const refreshHome =
  (deps: BotDeps) =>
  async (job: BotJob<'home'>): Promise<void> => {
    const { user } = job.payload
    try {
      await showHome(deps, user)
    } catch (error) {
      throw await laneTrouble(deps, job, error)
    }
  }
