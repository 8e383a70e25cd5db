import { isoMonth } from '../../contract/dates.ts'
import { type Actor, type Deps, scopeOf } from '../deps.ts'
import { readUsed } from '../store/people/usage.ts'

export const getUsage = async (deps: Deps, actor: Actor) => {
  const month = isoMonth(deps.now())
  const used = await readUsed(scopeOf(deps, actor), month)
  return { month, used, quota: deps.monthlyQuota, remaining: Math.max(0, deps.monthlyQuota - used) }
}
