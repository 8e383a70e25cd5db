import type { Database, Queries } from '../database.ts'
import { dropSetting, settingsUnder, writeSetting } from '../settings.ts'

/** A node's heartbeat, `beat:NODE`. A clean stop deletes it. */
export interface Beat {
  count: number
  /** In ms. */
  at: number
  /** PostgreSQL's timeline, if the user may read it. */
  timeline: string | null
  /** Another node considered this one dead, and checked what it may have left. */
  over?: true
  /** Written by `restore` instead of a node: the database is a copy of this moment. */
  restored?: true
}

const prefix = 'beat:'

/** By node. */
export const allBeats = async (sql: Queries): Promise<Map<string, Beat>> => {
  const rows = await settingsUnder(sql, prefix)
  return new Map([...rows].map(([node, value]) => [node, JSON.parse(value) as Beat]))
}

export const writeBeat = (sql: Queries, node: string, beat: Beat): Promise<void> =>
  writeSetting(sql, prefix + node, JSON.stringify(beat))

export const dropBeat = (sql: Queries, node: string): Promise<void> => dropSetting(sql, prefix + node)

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
