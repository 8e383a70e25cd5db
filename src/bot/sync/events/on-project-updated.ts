import type { TrackerEvent } from '../../../contract/event.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { type Decision, dropped, handled } from '../posts/plan/decision.ts'
import { projectInView } from '../../tracker/project-in-view.ts'
import { changeOf, channelsOf, projectCardUpdates } from '../posts/plan/project-card-updates.ts'

type Event = Extract<TrackerEvent, { name: 'project_updated' }>

/** Updates the card in place. Only a new status or owner posts a line in its thread. */
export const onProjectUpdated = async (deps: BotDeps, event: Event): Promise<Decision> => {
  const view = await projectInView(deps, event.objectUuid, event.payload.project)
  if (!view) return dropped('not verified: the tracker has no such project')
  const channels = await channelsOf(deps, view)
  return handled(await projectCardUpdates(deps, view, channels, changeOf(event)), { policies: channels })
}
