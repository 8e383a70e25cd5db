import type { Database, Queries } from '../database.ts'
import { writeSetting } from '../settings.ts'

/** A node's heartbeat, `beat:NODE`. A clean stop deletes it. */
export interface Beat {
  count: number
  /** In ms. */
  at: number
  /** PostgreSQL's timeline, if the user may read it. */
  timeline: string | null
  /** Another node considered this one dead, and checked what it may have left. */
  over?: true
}

const prefix = 'beat:'

/** By node. */
export const allBeats = async (sql: Queries): Promise<Map<string, Beat>> => {
  const rows = await sql.selectFrom('setting').selectAll().where('key', 'like', `${prefix}%`).execute()
  return new Map(rows.map(({ key, value }) => [key.slice(prefix.length), JSON.parse(value) as Beat]))
}

export const writeBeat = (sql: Queries, node: string, beat: Beat): Promise<void> =>
  writeSetting(sql, prefix + node, JSON.stringify(beat))

export const dropBeat = async (sql: Queries, node: string): Promise<void> => {
  await sql
    .deleteFrom('setting')
    .where('key', '=', prefix + node)
    .execute()
}

export const dropOldBeats = async (sql: Queries, before: number): Promise<void> => {
  for (const [node, { at, over }] of await allBeats(sql)) if (over && at < before) await dropBeat(sql, node)
}

/** Null if the engine has none, or the user may not read it. */
export const timelineOf = async ({
  sql,
  engine,
}: Pick<Database, 'sql' | 'engine'>): Promise<string | null> => {
  if (!engine.timeline) return null
  const { rows } = await engine.timeline.execute(sql).catch(() => ({ rows: [] }))
  return rows[0]?.timeline ?? null
}
