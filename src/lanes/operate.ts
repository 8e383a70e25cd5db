import { rowsOf } from '../database/statement.ts'
import type { Queries } from '../database/database.ts'
import type { Node } from './node.ts'
import { pushJobs } from './enqueue.ts'
import { laneName, isDone, notDone, type LaneTables } from './tables.ts'
import { headTimes, lockLanes, writeLanes } from './statements.ts'
import { type AsideJob, GiveUp, type Job, type LaneCounts } from './types.ts'

/** By kind, jobs that wait and jobs that were set aside. Those that wait for one of `except` are not counted. */
export const counts = async (
  { database, now }: Node,
  installation: number | undefined,
  except: readonly number[] = [],
): Promise<LaneCounts[]> => {
  let query = database.sql.selectFrom('job').where(notDone)
  if (installation !== undefined) query = query.where('installation_id', '=', installation)
  if (except.length > 0)
    query = query.where((eb) =>
      eb.or([eb('state', '<>', 'waiting'), eb('installation_id', 'not in', except)]),
    )
  const rows = await query
    .groupBy(['kind', 'state'])
    .orderBy('kind')
    .select(({ fn }) => ['kind', 'state', fn.countAll<number>().as('n'), fn.min('created_at').as('oldest')])
    .execute()
  return [...new Set(rows.map(({ kind }) => kind))].map((kind) => {
    const of = (state: string) => rows.find((row) => row.kind === kind && row.state === state)
    const waiting = of('waiting')
    return {
      kind,
      waiting: waiting?.n ?? 0,
      aside: of('aside')?.n ?? 0,
      oldestMs: waiting ? Math.max(0, now() - waiting.oldest) : 0,
    }
  })
}

/** A lane of the queue's own: no worker takes it. */
const ownLane = (kind: string, name: string) => ({
  lane: laneName(0, kind, name),
  kind,
  installation_id: 0,
  pending: 0,
  run_at: 0,
  waits_since: 0,
  lease_until: 0,
  token: 0,
  attempts: 0,
})

/** Why the database cannot be used, in words. Writes a small row: a full disk or read-only database answers queries. */
export const trouble = async (node: Node): Promise<string | undefined> => {
  try {
    await counts(node, undefined)
  } catch {
    return 'the database cannot be used'
  }
  try {
    const run_at = node.now()
    await node.database.sql
      .insertInto('lane')
      .values({ ...ownLane('probe', 'store'), run_at })
      .onConflict((conflict) => conflict.column('lane').doUpdateSet({ run_at }))
      .execute()
    return undefined
  } catch (error) {
    return `the database takes no writes: ${node.redact((error as Error).message).slice(0, 200)}`
  }
}

export const aside = async (
  { database }: Node,
  installation: number,
  { kind, limit = 100 }: { kind?: string; limit?: number } = {},
): Promise<AsideJob[]> => {
  let query = database.sql
    .selectFrom('job')
    .where(notDone)
    .where('state', '=', 'aside')
    .where('installation_id', '=', installation)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  const rows = await query.orderBy('seq', 'desc').limit(limit).select(['seq', 'payload']).execute()
  return rows.map(({ seq, payload }) => ({ seq, payload: JSON.parse(payload) as unknown }))
}

/** Inserts each job again, at the end of its lane, because the sequence is the order. */
export const replay = async ({ id, database }: Node, installation: number, seqs: readonly number[]) => {
  if (seqs.length === 0) return { replayed: 0, fed: [] }
  return database.transaction(async (tx) => {
    const rows = await tx.sql
      .deleteFrom('job')
      .where('state', '=', 'aside')
      .where('installation_id', '=', installation)
      .where('seq', 'in', [...seqs])
      .returning(['seq', 'lane', 'kind', 'unique_key', 'payload', 'created_at', 'turn', 'thread', 'trace'])
      .execute()
    const jobs = rows
      .sort((a, b) => a.seq - b.seq)
      .map((row) => ({ ...row, installation_id: installation, run_at: 0, rank: 0 }))
    const { fed } = await pushJobs(tx.sql, id, jobs)
    return { replayed: jobs.length, fed }
  })
}

export const resume = async ({ database }: Node, installation: number, kind: string, name: string) => {
  const lane = laneName(installation, kind, name)
  return database.transaction(async (tx) => {
    const [row] = await lockLanes.all(tx.sql, { lanes: [lane] })
    if (!row || row.pending === 0) return undefined
    const runAt = (await headTimes(tx.sql, [lane])).get(lane) ?? 0
    await writeLanes(tx.sql, [{ ...row, run_at: runAt, waits_since: 0 }])
    return { lane, kind, runAt }
  })
}

export const restoredReason = 'restored from a backup, so it may have been done since'

/** The next start sets aside what waits now: others may have done it. To be called in a copy, before it is used. */
export const holdBack = async (sql: Queries<LaneTables>): Promise<number> => {
  const { waiting, last } = await sql
    .selectFrom('job')
    .where('state', '=', 'waiting')
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.max('seq').as('last')])
    .executeTakeFirstOrThrow()
  await sql.deleteFrom('restored').execute()
  await sql
    .insertInto('restored')
    .values({ up_to: last ?? 0 })
    .execute()
  // The next start sets jobs aside at once, whatever they waited for.
  await sql.updateTable('lane').set({ run_at: 0, waits_since: 0 }).where('pending', '>', 0).execute()
  return waiting
}

/** The last job that a backup had. 0 if the database was not restored. */
export const restoredUpTo = async (sql: Queries<LaneTables>): Promise<number> => {
  const row = await sql
    .selectFrom('restored')
    .select(({ fn }) => fn.max('up_to').as('last'))
    .executeTakeFirst()
  return row?.last ?? 0
}

/** Throws for a job that waited in a backup, so that it is set aside. Jobs that people retry come after it, and run. */
export const refuseRestored = ({ seq }: Pick<Job, 'seq'>, upTo: number): void => {
  if (seq <= upTo) throw new GiveUp(restoredReason)
}

/** Takes the queue, which all installations share, to clear it. False if somebody took it at most `ms` ago. */
export const holdQueue = async (sql: Queries<LaneTables>, now: number, ms: number): Promise<boolean> => {
  const lease_until = now + ms
  const held = await sql
    .insertInto('lane')
    .values({ ...ownLane('prune', 'queue'), lease_until })
    .onConflict((conflict) =>
      conflict
        .column('lane')
        .doUpdateSet({ lease_until })
        .where((row) =>
          row.or([row('lane.lease_until', '<=', now), row('lane.lease_until', '>', lease_until)]),
        ),
    )
    .returning('lane')
    .executeTakeFirst()
  return held !== undefined
}

/** Returns how many jobs it deleted. That frees their unique keys: `doneBefore` must precede any repeated enqueue. */
export const pruneJobs = async (
  sql: Queries<LaneTables>,
  kinds: readonly string[],
  doneBefore: number,
  limit: number,
): Promise<number> => {
  if (kinds.length === 0) return 0
  const old = sql
    .selectFrom('job')
    .select('seq')
    .where(isDone)
    .where('settled_at', '<', doneBefore)
    .where('kind', 'in', kinds)
    .orderBy('settled_at')
    .limit(limit)
  return rowsOf(sql.deleteFrom('job').where('seq', 'in', old))
}

/**
 * Lanes without a job in any state, and without an owner since a time in ms. Most are named after one message and
 * never used again. `except` reads each table once, on both engines. With a join, SQLite read all jobs for each lane.
 */
export const idleLanes = async (sql: Queries<LaneTables>, before: number): Promise<string[]> => {
  const rows = await sql
    .selectFrom('lane')
    .select('lane')
    .where('pending', '=', 0)
    .where('lease_until', '<', before)
    .except(sql.selectFrom('job').select('lane'))
    .execute()
  return rows.map(({ lane }) => lane)
}

/** Spares lanes that got jobs meanwhile, as the row's lock shows. */
export const dropLanes = async (sql: Queries<LaneTables>, lanes: readonly string[], before: number) => {
  if (lanes.length === 0) return
  await sql
    .deleteFrom('lane')
    .where('lane', 'in', lanes)
    .where('pending', '=', 0)
    .where('lease_until', '<', before)
    .execute()
}
