import type { Asked } from '../../contract/api.ts'
import { type Actor, type Deps, scopeOf } from '../deps.ts'
import { listPlaybooks as playbooksOf } from '../store/playbooks/playbooks.ts'

export const listPlaybooks = async (deps: Deps, actor: Actor, asked: Asked<'listPlaybooks'>) => {
  const { playbooks, total } = await playbooksOf(scopeOf(deps, actor), asked)
  return { playbooks, pagination: { total } }
}
