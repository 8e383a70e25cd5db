import type { TrackerEvent } from '../../../contract/event.ts'
import type { BotDeps } from '../../deps.ts'
import { type Decision, dropped, handled } from '../ledger/decision.ts'
import { projectInView } from '../tracker/project-in-view.ts'
import { changeOf, channelsOf, projectCardUpdates } from '../ledger/project-card-updates.ts'

type Event = Extract<TrackerEvent, { name: 'project_updated' }>

/** The card is changed where it stands; a new status or owner is a line in its thread, and nothing else is posted. */
export const onProjectUpdated = async (deps: BotDeps, event: Event): Promise<Decision> => {
  const view = await projectInView(deps, event.objectUuid, event.payload.project)
  if (!view) return dropped('not verified: the tracker has no such project')
  const channels = await channelsOf(deps, view)
  return handled(await projectCardUpdates(deps, view, channels, changeOf(event)), { policies: channels })
}
