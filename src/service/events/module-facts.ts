import type { Tx } from '../store/database.ts'
import { namesOf } from '../store/people/people.ts'
import { none, percent, progressOfModules } from '../store/projects/progress.ts'
import type { ModuleRow } from '../store/rows.ts'
import { type Deps, today } from '../deps.ts'
import { iso, projectNow } from './project-facts.ts'

const modulePercentage = async (deps: Deps, tx: Tx, org: string, uuid: string): Promise<number> => {
  const { completed, total } = (await progressOfModules(tx.sql, org, [uuid], today(deps))).get(uuid) ?? none
  return percent(completed, total)
}

/** The payload of module events. */
export const modulePayload = async (deps: Deps, tx: Tx, module: ModuleRow) => {
  const project = await projectNow(deps, tx, module.org, module.project_uuid)
  const nameOf = await namesOf(tx.sql, module.org, [module.created_by, module.modified_by])
  return {
    project_uuid: project.uuid,
    project_name: project.name,
    module: {
      uuid: module.uuid,
      name: module.name,
      customer_portal_name: module.portal_name,
      is_archived: module.is_archived === 1,
      created_date: iso(module.created_at),
      created_by_user_name: nameOf(module.created_by),
      modified_by_user_name: nameOf(module.modified_by),
      modified_date: iso(module.modified_at),
      completion_progress: String(await modulePercentage(deps, tx, module.org, module.uuid)),
    },
  }
}
