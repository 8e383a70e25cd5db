import type { EventName } from '../../../contract/event.ts'
import { onlyInternal } from '../../access.ts'
import type { Acting } from '../../deps.ts'
import { announceModule } from '../../events/modules.ts'
import { modulesOfProject } from '../../store/projects/work.ts'
import { addRow, changeRow, type ModuleRow } from '../../store/rows.ts'
import { bit, moduleRow, placeAfter } from './rows.ts'
import { differs, moduleSeen, onlyAsSeen } from './seen.ts'
import type { ModulePatch, NewModule } from './inputs.ts'
import { changePart, changeProject } from './within.ts'

export const createModule = (acting: Acting, input: NewModule): Promise<ModuleRow> =>
  changeProject(acting, input.project_uuid, async (change) => {
    onlyInternal(change.person)
    const { deps, project, person } = change
    const others = await modulesOfProject(change, project.uuid)
    const place = { project_uuid: project.uuid, position: placeAfter(others) }
    const row = { uuid: deps.newUuid(), name: input.name, ...place }
    const module = await addRow(change, 'module', moduleRow(row, person.uuid, deps.now()))
    await announceModule(change, 'module_created', module)
    return module
  })

/** An archived module disappears from the project, so it counts as deleted. */
const eventOf = (before: ModuleRow, now: ModuleRow): EventName =>
  now.is_archived === 1 && before.is_archived === 0 ? 'module_deleted' : 'module_updated'

export const patchModule = (acting: Acting, uuid: string, patch: ModulePatch): Promise<ModuleRow> =>
  changePart(acting, 'module', uuid, async (change, module) => {
    onlyInternal(change.person)
    onlyAsSeen(patch, moduleSeen(module))
    const wanted = {
      name: patch.name ?? module.name,
      portal_name: patch.portal_name ?? module.portal_name,
      is_archived: bit(patch.is_archived ?? module.is_archived === 1),
    } as const
    if (!differs<ModuleRow>(module, wanted)) return module
    const changed = { ...wanted, modified_at: change.deps.now(), modified_by: change.person.uuid }
    const now = { ...module, ...changed }
    await changeRow(change, 'module', module.uuid, changed)
    await announceModule(change, eventOf(module, now), now)
    return now
  })
