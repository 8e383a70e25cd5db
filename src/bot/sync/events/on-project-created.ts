import type { TrackerEvent } from '../../../contract/event.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { audience } from '../../audience/audience.ts'
import { type Decision, dropped, handled } from '../posts/plan/decision.ts'
import { channelsOf } from '../posts/plan/project-card-updates.ts'
import { projectCardFacts, projectInView } from '../../tracker/project-in-view.ts'

type Event = Extract<TrackerEvent, { name: 'project_created' }>

/** Posts the project's card in channels that receive its account or all projects. */
export const onProjectCreated = async (deps: BotDeps, event: Event): Promise<Decision> => {
  const view = await projectInView(deps, event.objectUuid, event.payload.project)
  if (!view) return dropped('not verified: the tracker has no such project')
  const channels = await channelsOf(deps, view)
  const routes = await audience(deps, channels, event.name, false)
  return handled(
    routes.map((route) => ({
      channel: route.channel,
      kind: 'project_card',
      objectUuid: view.uuid,
      op: 'post',
      facts: projectCardFacts(view, route),
    })),
    { policies: channels },
  )
}
