import type { Queries } from '../database/database.ts'
import { headTimes, pushLanes, writeLanes, type LanePush } from './statements.ts'
import { notDone, type LaneTables } from './tables.ts'
import type { Fed } from './enqueue.ts'

interface Renaming {
  readonly installation: number
  /** Each occurrence of this word becomes the other one, in the lanes, keys and payloads of jobs that are not done. */
  readonly from: string
  readonly to: string
}

const emptyLane = (lane: string, kind: string, installation_id: number): LanePush => ({
  lane,
  kind,
  installation_id,
  pending: 0,
  token: 0,
  run_at: 0,
  lease_until: 0,
})

/**
 * Jobs go on in the lanes of another name, in the order of their commits. Who runs one of these lanes loses its lease,
 * as after a crash: the job runs again. The old lanes stay, empty, because their owners may still ask for them.
 */
export const renameJobs = async (sql: Queries<LaneTables>, { installation, from, to }: Renaming) => {
  const word = new RegExp(`(?<![A-Za-z0-9])${from}(?![A-Za-z0-9])`, 'g')
  const renamed = (text: string) => text.replace(word, to)
  const open = sql.selectFrom('job').where(notDone).where('installation_id', '=', installation)
  const named = await open
    .where('lane', 'like', `%${from}%`)
    .select(['lane', 'kind'])
    .distinct()
    .orderBy('lane')
    .execute()
  const moves = named.flatMap(({ lane, kind }) => {
    const other = renamed(lane)
    return other === lane ? [] : [{ lane, other, kind }]
  })
  const pushes = moves.flatMap(({ lane, other, kind }) =>
    [lane, other].map((name) => emptyLane(name, kind, installation)),
  )
  const lanes = pushes.sort((a, b) => (a.lane < b.lane ? -1 : 1))
  const rows = new Map((await pushLanes.all(sql, { lanes })).map((row) => [row.lane, row]))
  const fed: Fed[] = []
  for (const { lane, other, kind } of moves) {
    const [before, after] = [rows.get(lane), rows.get(other)]
    if (!before || !after) continue
    await sql.updateTable('job').set({ lane: other }).where('lane', '=', lane).where(notDone).execute()
    const runAt = (await headTimes(sql, [other])).get(other)
    const free = { lease_until: 0, waits_since: 0, attempts: 0 }
    const pending = before.pending + after.pending
    await writeLanes(sql, [
      { ...before, ...free, token: before.token + 1, pending: 0 },
      { ...after, ...free, token: after.token + 1, pending, run_at: runAt ?? 0 },
    ])
    if (runAt !== undefined) fed.push({ lane: other, kind, runAt })
  }
  const naming = await open
    .where((row) => row.or([row('payload', 'like', `%${from}%`), row('unique_key', 'like', `%${from}%`)]))
    .select(['seq', 'kind', 'unique_key', 'payload'])
    .execute()
  for (const { seq, kind, unique_key: key, payload } of naming) {
    const newKey = key === null ? null : renamed(key)
    // The same was asked for by the new name. A job of the old one stays, by its old key.
    const isTaken =
      newKey !== key &&
      (await sql
        .selectFrom('job')
        .select('seq')
        .where('kind', '=', kind)
        .where('installation_id', '=', installation)
        .where('unique_key', '=', newKey)
        .executeTakeFirst())
    const unique_key = isTaken ? key : newKey
    await sql
      .updateTable('job')
      .set({ payload: renamed(payload), unique_key })
      .where('seq', '=', seq)
      .execute()
  }
  return fed
}
