import { isoTime } from '../../contract/dates.ts'
import type { EventName } from '../../contract/event.ts'
import { type ActingTx, today } from '../deps.ts'
import { namesOf } from '../store/people/people.ts'
import { percent, progressOfModule } from '../store/projects/progress.ts'
import type { ModuleRow } from '../store/rows.ts'
import { announce } from './announce.ts'
import { inProject, projectNow } from './projects.ts'

export const moduleFacts = (module: ModuleRow) => ({
  uuid: module.uuid,
  name: module.name,
  customer_portal_name: module.portal_name,
  is_archived: module.is_archived === 1,
})

const modulePayload = async (acting: ActingTx, module: ModuleRow) => {
  const nameOf = await namesOf(acting, [module.created_by, module.modified_by])
  const { completed, total } = await progressOfModule(acting, module.uuid, today(acting.deps))
  return {
    ...inProject(await projectNow(acting, module.project_uuid)),
    module: {
      ...moduleFacts(module),
      created_date: isoTime(module.created_at),
      created_by_user_name: nameOf(module.created_by),
      modified_by_user_name: nameOf(module.modified_by),
      modified_date: isoTime(module.modified_at),
      completion_progress: String(percent(completed, total)),
    },
  }
}

export const announceModule = async (acting: ActingTx, name: EventName, module: ModuleRow): Promise<void> =>
  announce(acting, name, module.name, await modulePayload(acting, module))
