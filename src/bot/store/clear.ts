import type { Queries } from './database.ts'

/** Clears at most `limit` rows that ended before a time in ms. Returns how many. */
export type Clear = (sql: Queries, before: number, limit: number) => Promise<number>

/** Replaces text that is no longer stored. */
export const noLongerKept = '(no longer kept)'
