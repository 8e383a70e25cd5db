import type { TrackerEvent } from '../../../contract/event.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { audience } from '../../audience/audience.ts'
import { type Decision, dropped, handled } from '../posts/plan/decision.ts'
import { channelsOf, projectCardUpdates, projectLineIn } from '../posts/plan/project-card-updates.ts'
import { projectInView } from '../../tracker/project-in-view.ts'

type Event = Extract<TrackerEvent, { name: 'project_archived' }>

/** Once the tracker confirms it, posts a line in the project's thread and updates the card. */
export const onProjectArchived = async (deps: BotDeps, event: Event): Promise<Decision> => {
  const view = await projectInView(deps, event.objectUuid, event.payload.project)
  if (!view) return dropped('not verified: the tracker has no such project')
  const archived = [view.item.project_state, view.item.status?.name].some((word) =>
    /archiv/i.test(word ?? ''),
  )
  if (!archived) return dropped('not verified: the project is not archived')
  const by = event.payload.project.archived_by || event.modifiedBy?.full_name || undefined
  const channels = await channelsOf(deps, view)
  const routes = await audience(deps, channels, event.name, false)
  const lines = routes.flatMap((route) =>
    projectLineIn(view, route, `archived:${view.uuid}@${event.version}`, {
      change: 'archived',
      by,
      at: event.payload.project.archived_date || undefined,
    }),
  )
  const change = { version: event.version, by }
  const cards = await projectCardUpdates(deps, view, channels, change, true)
  return handled([...lines, ...cards], { policies: channels })
}
