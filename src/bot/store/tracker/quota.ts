import type { Database, Queries } from '../database.ts'
import { readSetting, writeSetting } from '../settings.ts'

/** The tracker's monthly quota is used up: when it said so, in ms, and in which words. */
export interface QuotaStanding {
  at: number
  message: string
  probedAt: number
}

const key = 'quota_reached'

/** What stands, for all nodes of one database; undefined while calls go through. */
export const quotaStanding = async (sql: Queries): Promise<QuotaStanding | undefined> => {
  const value = await readSetting(sql, key)
  return value === undefined ? undefined : (JSON.parse(value) as QuotaStanding)
}

export const clearQuota = async (sql: Queries): Promise<void> => {
  await sql.deleteFrom('setting').where('key', '=', key).execute()
}

/** The client's memory of it, so that a restart or another node wastes no call on what is known. */
export const quotaMemory = ({ sql }: Pick<Database, 'sql'>) => ({
  get: () => quotaStanding(sql),
  set: (standing: QuotaStanding) => writeSetting(sql, key, JSON.stringify(standing)),
  clear: () => clearQuota(sql),
})

/** Lanes of these kinds that wait for something, the longest waiting first. */
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
