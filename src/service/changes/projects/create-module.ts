import { addModules, findModule, modulesOfProject } from '../../store/projects/modules.ts'
import type { ModuleRow } from '../../store/rows.ts'
import { onlyInternal } from '../../access.ts'
import type { Actor, Deps } from '../../deps.ts'
import { announceModule } from './modules.ts'
import { changeProject } from './within.ts'

export interface NewModule {
  readonly project_uuid: string
  readonly name: string
  /** Of the form that asks for it: sent twice, it is still one module. */
  readonly once?: string | undefined
}

/** A module at the end of its project. Fires module_created. */
export const createModule = (deps: Deps, actor: Actor, input: NewModule): Promise<ModuleRow> =>
  changeProject(deps, actor, input.project_uuid, async (change) => {
    onlyInternal(change.person)
    const { tx, project, person } = change
    const others = await modulesOfProject(tx.sql, actor.org, project.uuid)
    const uuid = input.once ?? deps.newUuid()
    const there = others.find((module) => module.uuid === uuid)
    if (there) return there
    const now = deps.now()
    await addModules(tx.sql, [
      {
        uuid,
        org: actor.org,
        project_uuid: project.uuid,
        name: input.name,
        portal_name: input.name,
        position: Math.max(0, ...others.map(({ position }) => position)) + 1,
        is_archived: 0,
        created_at: now,
        created_by: person.uuid,
        modified_at: now,
        modified_by: person.uuid,
      },
    ])
    const module = await findModule(tx.sql, actor.org, uuid)
    if (!module) throw new TypeError('a module just written is not there')
    await announceModule(change, 'module_created', module)
    return module
  })
