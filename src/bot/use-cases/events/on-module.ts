import type { TrackerEvent } from '../../../contract/event.ts'
import { knownModule } from '../../store/tracker/known-modules.ts'
import type { Note } from '../../store/tracker/notes.ts'
import type { BotDeps } from '../../deps.ts'
import { audience } from '../../access/audience.ts'
import { type Decision, dropped, handled } from '../ledger/decision.ts'
import { changeOf, channelsOf, projectCardUpdates, projectLineIn } from '../ledger/project-card-updates.ts'
import { projectInView } from '../tracker/project-in-view.ts'

type Event = Extract<TrackerEvent, { name: 'module_created' | 'module_updated' | 'module_deleted' }>

/** `"100"`, `"100 %"`, `33.4`: whole percent, 0 for what is no number. */
const percent = (progress: string | number | null | undefined): number => {
  const number = Math.floor(Number.parseFloat(String(progress ?? '')))
  return Number.isFinite(number) ? Math.min(100, Math.max(0, number)) : 0
}

/**
 * The project card's progress, and a line in the project's thread when the module reaches 100 %. A module cannot
 * be read back: the project is confirmed, its progress is the tracker's, and only the module's own name and
 * percentage are the event's word.
 */
export const onModule = async (deps: BotDeps, event: Event): Promise<Decision> => {
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
  const lines = routes.flatMap((route) => {
    // What customers may read is called what they know it by.
    const moduleName = (route.shared && module.customer_portal_name) || module.name
    const key = `module:${module.uuid}@${event.timestamp}`
    return projectLineIn(view, route, key, { change: 'module-completed', moduleName })
  })
  const known = { uuid: module.uuid, projectUuid: view.uuid, progress: gone ? 0 : progress }
  const named: Note = { of: 'module-name', projectUuid: view.uuid, name: module.name }
  return handled([...lines, ...(await projectCardUpdates(deps, view, channels, changeOf(event)))], {
    notes: [{ of: 'module', module: known }, ...(gone ? [] : [named])],
    policies: channels,
  })
}
