import { readUsed } from '../store/people/usage.ts'
import type { Actor, Deps } from '../deps.ts'

/** `2026-11`, in UTC. */
export const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7)

export const usageReader =
  ({ database, now }: Deps, quota: number) =>
  async (_input: unknown, { org }: Actor) => {
    const month = monthOf(now())
    const used = await readUsed(database.sql, org, month)
    return { month, used, quota, remaining: Math.max(0, quota - used) }
  }
