import type { TrackerEvent } from '../../../contract/event.ts'
import { knownModule } from '../../store/known-modules.ts'
import type { Note } from '../../store/notes.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { audience } from '../../audience/audience.ts'
import { type Decision, dropped, handled } from '../posts/decision.ts'
import { changeOf, channelsOf, projectCardUpdates, projectLineIn } from '../posts/project-card-updates.ts'
import { projectInView } from '../../tracker/project-in-view.ts'

type Event = Extract<TrackerEvent, { name: 'module_created' | 'module_updated' | 'module_deleted' }>

/** Reads `"100"`, `"100 %"` or `33.4` as whole percent. 0 if it is not a number. */
const percent = (progress: string | number | null | undefined): number => {
  const number = Math.floor(Number.parseFloat(String(progress ?? '')))
  return Number.isFinite(number) ? Math.min(100, Math.max(0, number)) : 0
}

/**
 * Updates the project card's progress and posts a line in the project's thread when a module reaches 100 %.
 * The interface cannot look up a module: the project and its progress are verified, but the module's name and
 * percentage come from the event.
 */
const onModule = async (deps: BotDeps, event: Event): Promise<Decision> => {
  const { module, project_uuid: projectUuid, project_name: name } = event.payload
  const { sql } = deps.database
  const view = await projectInView(deps, projectUuid, { name })
  if (!view) return dropped('not verified: the tracker has no such project')
  const before = await knownModule(sql, module.uuid)
  if (before && before.projectUuid !== view.uuid)
    return dropped('not verified: the module belongs to another project')
  const gone = event.name === 'module_deleted' || module.is_archived === true
  const progress = percent(module.completion_progress)
  const reached = !gone && progress === 100 && (before?.progress ?? 0) < 100
  const channels = await channelsOf(deps, view)
  const routes = reached ? await audience(deps, channels, event.name, false) : []
  const lines = routes.map(async (route) => {
    // Readers in a shared channel get the name that customers see, or nothing.
    const moduleName = route.shared ? module.customer_portal_name : module.name
    if (!moduleName) return []
    const key = `module:${module.uuid}@${event.version}`
    return projectLineIn(deps, view, route, key, { change: 'module-completed', moduleName })
  })
  const known = { uuid: module.uuid, projectUuid: view.uuid, progress: gone ? 0 : progress }
  const named: Note = { of: 'module-name', projectUuid: view.uuid, name: module.name }
  const said = (await Promise.all(lines)).flat()
  return handled([...said, ...(await projectCardUpdates(deps, view, channels, changeOf(event)))], {
    notes: [{ of: 'module', module: known }, ...(gone ? [] : [named])],
    policies: channels,
  })
}

export const moduleHandlers = {
  module_created: onModule,
  module_updated: onModule,
  module_deleted: onModule,
}
