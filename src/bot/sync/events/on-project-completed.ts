import type { TrackerEvent } from '../../../contract/event.ts'
import type { ProjectCompletedFacts } from '../posts/messages/project-completed.ts'
import { deliveryOf } from '../posts/store/deliveries.ts'
import { madeChannel } from '../../audience/store/made-channels.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { audience, forTeam, linkFor, type Route } from '../../audience/audience.ts'
import { type Decision, dropped, handled, type Planned } from '../posts/plan/decision.ts'
import { changeOf, channelsOf, projectCardUpdates } from '../posts/plan/project-card-updates.ts'
import { isCompleted } from '../../tracker/is-completed.ts'
import { type ProjectInView, projectInView } from '../../tracker/project-in-view.ts'
import { outcomeFor } from './project-outcome.ts'

type Event = Extract<TrackerEvent, { name: 'project_completed' }>

const day = (date: string | null | undefined) => date?.slice(0, 10) || undefined

/** Facts that only the event has. Shown only after the tracker confirms the completion. */
interface Told {
  completedBy?: string | undefined
  completedDate?: string | undefined
}

/** Name, account, dates and state come from the tracker, not from the event. */
const completedFacts = (view: ProjectInView, route: Route, told: Told): ProjectCompletedFacts => ({
  uuid: view.uuid,
  name: view.item.name,
  accountName: view.accountName,
  completedBy: told.completedBy,
  ownerName: view.item.project_owner?.full_name,
  startDate: day(view.item.start_date),
  dueDate: day(view.item.due_date),
  completedDate: day(view.item.completed_date) ?? told.completedDate,
  percentage: forTeam(route, view.item.percentage),
  url: linkFor(route, view),
  portalUrl: view.portalUrl,
})

/** What to announce of a completed project in each channel. */
export const announcementOf = async (deps: BotDeps, view: ProjectInView, told: Told) => {
  const outcome = await outcomeFor(deps, view, told.completedBy)
  const made = await madeChannel(deps.database.sql, view.uuid)
  return async (route: Route) => ({
    ...completedFacts(view, route, told),
    ...(route.channel === made?.channel && { ownChannel: true as const }),
    ...(await outcome(route)),
  })
}

const toldBy = ({ payload: { project }, modifiedBy, timestamp }: Event): Told => ({
  completedBy: project.completed_by_name || modifiedBy?.full_name || undefined,
  completedDate: day(project.completed_date) ?? day(timestamp),
})

/** Skips channels where the daily comparison already announced it, because the event came hours late. */
const notYetTold = async (deps: BotDeps, { uuid, item }: ProjectInView, routes: readonly Route[]) => {
  const objectUuid = `${uuid}@${item.completed_date ?? ''}`
  const kind = 'project_completed'
  const rows = await Promise.all(
    routes.map(({ channel }) => deliveryOf(deps.database.sql, { channel, kind, objectUuid })),
  )
  return routes.filter((_, at) => rows[at] === undefined || rows[at].state === 'skipped')
}

/** Posts a channel message and updates the card. A second completion is announced again. */
export const onProjectCompleted = async (deps: BotDeps, event: Event): Promise<Decision> => {
  const view = await projectInView(deps, event.objectUuid, event.payload.project)
  if (!view) return dropped('not verified: the tracker has no such project')
  if (!isCompleted(view)) return dropped('not verified: the project is not completed')
  const channels = await channelsOf(deps, view)
  const routes = await notYetTold(deps, view, await audience(deps, channels, event.name, false))
  const announcements: Planned[] = []
  if (routes.length > 0) {
    const factsFor = await announcementOf(deps, view, toldBy(event))
    for (const route of routes)
      announcements.push({
        channel: route.channel,
        kind: 'project_completed',
        objectUuid: `${view.uuid}@${event.version}`,
        op: 'post',
        facts: await factsFor(route),
      })
  }
  const cards = await projectCardUpdates(deps, view, channels, changeOf(event), true)
  return handled([...announcements, ...cards], { policies: channels })
}
