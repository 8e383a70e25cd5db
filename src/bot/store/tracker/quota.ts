import type { Database, Queries } from '../database.ts'
import { dropSetting, readSetting, writeSetting } from '../settings.ts'

/** When the tracker reported that the monthly quota is used up, in ms, and its message. */
export interface QuotaStanding {
  at: number
  message: string
  probedAt: number
}

const key = 'quota_reached'

/** Shared by all nodes of one database. Undefined while calls go through. */
export const quotaStanding = async (sql: Queries): Promise<QuotaStanding | undefined> => {
  const value = await readSetting(sql, key)
  return value === undefined ? undefined : (JSON.parse(value) as QuotaStanding)
}

export const clearQuota = (sql: Queries): Promise<void> => dropSetting(sql, key)

/** For the client, so that restarts and other nodes do not repeat the failing call. */
export const quotaMemory = ({ sql }: Pick<Database, 'sql'>) => ({
  get: () => quotaStanding(sql),
  set: (standing: QuotaStanding) => writeSetting(sql, key, JSON.stringify(standing)),
  clear: () => clearQuota(sql),
})

/** Lanes of these kinds with waiting jobs, longest wait first. */
export const waitingLanes = async (
  sql: Queries,
  kinds: readonly string[],
): Promise<{ kind: string; lane: string }[]> => {
  const rows = await sql
    .selectFrom('lane')
    .select(['kind', 'lane'])
    .where('kind', 'in', kinds)
    .where('pending', '>', 0)
    .orderBy('run_at')
    .execute()
  return rows.map(({ kind, lane }) => ({ kind, lane: lane.slice(kind.length + 1) }))
}
