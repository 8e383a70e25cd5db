import type { Asked } from '../../contract/api.ts'
import { type Actor, type Deps, scopeOf } from '../deps.ts'
import { playbooksOnPage } from '../store/playbooks/playbooks.ts'

export const listPlaybooks = async (deps: Deps, actor: Actor, asked: Asked<'listPlaybooks'>) => {
  const { playbooks, total } = await playbooksOnPage(scopeOf(deps, actor), asked)
  return { playbooks, pagination: { total } }
}
