import type { Database } from '../database.ts'
import { nameIn } from '../../../lanes/names.ts'
import { dropSetting, readSetting, writeSetting } from '../settings.ts'
import { ownKey } from './own-key.ts'

/** When the tracker reported that the monthly quota is used up, in ms, and its message. */
export interface QuotaStanding {
  at: number
  message: string
  probedAt: number
}

/** Where a tracker's standing is kept. All nodes and installations share it. */
interface Place {
  readonly id: number
  readonly database: Pick<Database, 'sql'>
}

const keyOf = ({ id }: Place) => ownKey('quota_reached', id)

/** Undefined while calls go through. */
export const quotaStanding = async (tracker: Place): Promise<QuotaStanding | undefined> => {
  const value = await readSetting(tracker.database.sql, keyOf(tracker))
  return value === undefined ? undefined : (JSON.parse(value) as QuotaStanding)
}

export const clearQuota = (tracker: Place): Promise<void> => dropSetting(tracker.database.sql, keyOf(tracker))

/** For the client, so that restarts and other nodes do not repeat the failing call. */
export const quotaMemory = (tracker: Place) => ({
  get: () => quotaStanding(tracker),
  set: (standing: QuotaStanding) =>
    writeSetting(tracker.database.sql, keyOf(tracker), JSON.stringify(standing)),
  clear: () => clearQuota(tracker),
})

/** Lanes of these kinds with waiting jobs, longest wait first. */
export const waitingLanes = async (
  { sql, installation }: Pick<Database, 'sql' | 'installation'>,
  kinds: readonly string[],
): Promise<{ kind: string; lane: string }[]> => {
  const rows = await sql
    .selectFrom('lane')
    .select(['kind', 'lane'])
    .where('installation_id', '=', installation)
    .where('kind', 'in', kinds)
    .where('pending', '>', 0)
    .orderBy('run_at')
    .execute()
  return rows.map(({ kind, lane }) => ({ kind, lane: nameIn(lane, kind) }))
}
