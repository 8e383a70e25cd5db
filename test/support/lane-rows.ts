import { expect } from 'vitest'
import type { Selectable } from 'kysely'
import type { Queries } from '../../src/database/database.ts'
import type { LaneTables } from '../../src/lanes/tables.ts'

/** A database that has lanes. */
interface WithLanes {
  readonly sql: Queries<LaneTables>
}

/** The jobs with these facts, in order. */
export const jobRows = ({ sql }: WithLanes, facts: Partial<Selectable<LaneTables['job']>> = {}) =>
  sql
    .selectFrom('job')
    .selectAll()
    .where((row) => row.and(facts))
    .orderBy('seq')
    .execute()

/** The lanes with these facts, by name. */
export const laneRows = ({ sql }: WithLanes, facts: Partial<LaneTables['lane']> = {}) =>
  sql
    .selectFrom('lane')
    .selectAll()
    .where((row) => row.and(facts))
    .orderBy('lane')
    .execute()

export const lanesWithWork = async (database: WithLanes) =>
  (await laneRows(database)).filter(({ pending }) => pending > 0)

/** Waits until no lane is held or due, on any node. Before that, moving a test's clock would end a lease, and its job would run twice. */
export const nothingRuns = async (database: WithLanes, now: () => number): Promise<void> => {
  const running = async () => {
    const lanes = await lanesWithWork(database)
    return lanes.filter(({ lease_until: until, run_at: at }) => until > 0 || at <= now())
  }
  await expect.poll(running).toEqual([])
}

/** The jobs of a kind that a lane set aside. */
export const setJobsAside = async ({ sql }: WithLanes, kind: string): Promise<void> => {
  await sql.updateTable('job').set({ state: 'aside' }).where('kind', '=', kind).execute()
}

/** An event refreshes cards within five seconds, which may be in the middle of a measurement. */
export const cardsRefreshed = async (database: WithLanes): Promise<void> => {
  const soon = async () => {
    const cards = await laneRows(database, { kind: 'card' })
    return cards.filter(({ pending, run_at: at }) => pending > 0 && at < Date.now() + 60_000)
  }
  await expect.poll(soon).toEqual([])
}
