import { isoMonth } from '../../contract/dates.ts'
import type { Acting } from '../deps.ts'
import { readUsed } from '../store/people/usage.ts'

export const getUsage = async (acting: Acting) => {
  const month = isoMonth(acting.deps.now())
  const used = await readUsed(acting, month)
  const quota = acting.deps.monthlyQuota
  return { month, used, quota, remaining: Math.max(0, quota - used) }
}
