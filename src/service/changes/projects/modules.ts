import type { EventName } from '../../../contract/event.ts'
import { findModule, updateModule } from '../../store/projects/modules.ts'
import type { ModuleRow } from '../../store/rows.ts'
import { onlyInternal } from '../../access.ts'
import type { Actor, Deps } from '../../deps.ts'
import { announce } from '../../events/announce.ts'
import { modulePayload } from '../../events/module-facts.ts'
import { notFound } from '../../refusals.ts'
import { moduleSeen, onlyAsSeen } from './seen.ts'
import { type Change, changeProject } from './within.ts'

export const announceModule = async ({ deps, tx, actor }: Change, name: EventName, module: ModuleRow) =>
  announce(deps, tx, actor, {
    name,
    object: module,
    projectUuid: module.project_uuid,
    payload: await modulePayload(deps, tx, module),
  })

export interface ModulePatch {
  readonly name?: string | undefined
  /** What customers read. */
  readonly portal_name?: string | undefined
  readonly is_archived?: boolean | undefined
  /** What it was when the form was shown. */
  readonly seen?: string | undefined
}

/** Archiving a module takes it off the pages and out of the progress: that is its module_deleted. */
const eventOf = (before: ModuleRow, now: ModuleRow): EventName =>
  now.is_archived === 1 && before.is_archived === 0 ? 'module_deleted' : 'module_updated'

export const patchModule = async (
  deps: Deps,
  actor: Actor,
  uuid: string,
  patch: ModulePatch,
): Promise<ModuleRow> => {
  const seen = await findModule(deps.database.sql, actor.org, uuid)
  if (!seen) throw notFound('Module')
  const run = async (change: Change) => {
    onlyInternal(change.person)
    const module = await findModule(change.tx.sql, actor.org, uuid)
    if (!module) throw notFound('Module')
    onlyAsSeen(patch.seen, moduleSeen(module))
    const now: ModuleRow = {
      ...module,
      name: patch.name ?? module.name,
      portal_name: patch.portal_name ?? module.portal_name,
      is_archived: patch.is_archived === undefined ? module.is_archived : patch.is_archived ? 1 : 0,
    }
    if (moduleSeen(now) === moduleSeen(module) && now.is_archived === module.is_archived) return module
    const changed = {
      name: now.name,
      portal_name: now.portal_name,
      is_archived: now.is_archived,
      modified_at: deps.now(),
      modified_by: change.person.uuid,
    }
    await updateModule(change.tx.sql, actor.org, module.uuid, changed)
    await announceModule(change, eventOf(module, now), { ...module, ...changed })
    return { ...module, ...changed }
  }
  return changeProject(deps, actor, seen.project_uuid, run, 'Module')
}
