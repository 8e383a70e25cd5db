import { type Kysely, sql as raw } from 'kysely'
import type { InstallationState, InstallationTables } from '../../store/installation-tables.ts'

type Run = Kysely<InstallationTables>

export interface InstallationCounts {
  readonly states: Readonly<Record<InstallationState, number>>
  /** Of active ones. */
  readonly troubles: Readonly<Record<'tracker' | 'no tracker', number>>
}

/** In one query, for the metrics: rows are not read one by one. */
export const countInstallations = async (sql: Run): Promise<InstallationCounts> => {
  const rows = await sql
    .selectFrom('installation')
    .leftJoin('connection', 'connection.id', 'installation.connection_id')
    .select(({ fn, eb }) => [
      'installation.state',
      fn.countAll<number>().as('all'),
      fn
        .sum<number>(
          eb.case().when('connection.state', '=', 'broken').then(raw.lit(1)).else(raw.lit(0)).end(),
        )
        .as('tracker'),
      fn
        .sum<number>(eb.case().when('connection_id', 'is', null).then(raw.lit(1)).else(raw.lit(0)).end())
        .as('none'),
    ])
    .groupBy('installation.state')
    .execute()
  const of = (state: InstallationState) => rows.find((row) => row.state === state)
  const states = { active: 0, paused: 0, leaving: 0 }
  for (const row of rows) states[row.state] = row.all
  const active = of('active')
  return {
    states,
    troubles: {
      tracker: active?.tracker ?? 0,
      'no tracker': active?.none ?? 0,
    },
  }
}

/** Paused or leaving. Their jobs wait on purpose, so they don't count as late. */
export const stoppedInstallations = async (sql: Run): Promise<number[]> => {
  const rows = await sql.selectFrom('installation').select('id').where('state', '<>', 'active').execute()
  return rows.map(({ id }) => id)
}
