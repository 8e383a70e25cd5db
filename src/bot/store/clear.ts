import type { Queries } from './database.ts'

/** Each clears at most `limit` rows that were over before a time in ms, and says how many. */
export type Clear = (sql: Queries, before: number, limit: number) => Promise<number>

/** Stands where words stood that are no longer kept. */
export const noLongerKept = '(no longer kept)'
