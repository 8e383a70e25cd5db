import { sql as raw } from 'kysely'
import type { Queries } from '../../../store/database.ts'
import { readKey, writeKey } from '../../../store/key-values.ts'

/** What `/onboard doctor` asks of the database. */

/** Writes a value and reads it back. Throws if either fails. */
export const writeProbe = async (sql: Queries, value: string): Promise<void> => {
  await writeKey(sql, 'doctor_probe', value)
  if ((await readKey(sql, 'doctor_probe')) === undefined) throw new Error('what was written is not there')
}

export const jobStates = async (sql: Queries, kind: string, lane: string) =>
  sql
    .selectFrom('job')
    .select(['unique_key as key', 'state', 'last_error as lastError'])
    .where('kind', '=', kind)
    .where('lane', '=', raw<string>`installation_id || ':' || kind || ':' || ${lane}`)
    .orderBy('seq')
    .execute()
