import type { Database } from '../../store/database.ts'
import { nameIn } from '../../../lanes/names.ts'

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
