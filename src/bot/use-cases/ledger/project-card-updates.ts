import type { TrackerEvent } from '../../../contract/event.ts'
import { type ProjectChannel, projectChannels } from '../../store/channels/project-channels.ts'
import { deliveriesAbout, lastWordOn } from '../../store/ledger/deliveries.ts'
import type { ProjectLineFacts } from '../../messages/events/project-line.ts'
import type { BotDeps } from '../../deps.ts'
import { audience, linkFor, type Reader, type Route, routeTo } from '../../access/audience.ts'
import { projectCardFacts as cardFacts, readFacts } from './delivery-facts.ts'
import type { Planned } from './decision.ts'
import { type ProjectInView, projectCardFacts } from '../tracker/project-in-view.ts'

/** A union keeps its members when one field is left out. */
type Without<T, K extends keyof T> = T extends unknown ? Omit<T, K> : never
/** What happened to a project, without the project itself. */
export type ProjectNews = Without<ProjectLineFacts, 'projectName' | 'url'>

/** What tells one change from the next, and who made it. */
export interface ChangeOf {
  version: string
  by: string | undefined
}

export const changeOf = ({ timestamp, modifiedBy }: TrackerEvent): ChangeOf => ({
  version: timestamp,
  by: modifiedBy?.full_name || undefined,
})

/** The card that roots the project's thread in a channel; written now, posted when something hangs on it. */
export const plannedProjectCard = (view: ProjectInView, route: Route): Planned => ({
  channel: route.channel,
  kind: 'project_card',
  objectUuid: view.uuid,
  op: 'post',
  facts: projectCardFacts(view, route),
  whenNeeded: true,
})

/** Every channel that receives something of the project. */
export const channelsOf = (
  { database, now }: Pick<BotDeps, 'database' | 'now'>,
  view: ProjectInView,
): Promise<ProjectChannel[]> =>
  projectChannels(database.sql, view, { kind: 'project_card', uuid: view.uuid }, now())

/** A line in the project's thread, and the card it hangs on where there is none yet. */
export const projectLineIn = (
  view: ProjectInView,
  reader: Reader,
  key: string,
  news: ProjectNews,
): Planned[] => [
  ...(reader.carded ? [] : [plannedProjectCard(view, reader)]),
  {
    channel: reader.channel,
    kind: 'project_line',
    objectUuid: key,
    op: 'post',
    on: { kind: 'project_card', uuid: view.uuid },
    facts: { ...news, projectName: view.item.name, url: linkFor(reader, view) },
  },
]

const changed = (before: string | undefined, now: string | undefined): now is string =>
  before !== undefined && now !== undefined && before !== now

/** Status and owner, where they are not what the ledger says that the channel was last shown. */
const newsFor = async (
  deps: BotDeps,
  view: ProjectInView,
  route: Reader,
  { version, by }: ChangeOf,
  statusIsSaid: boolean,
): Promise<Planned[]> => {
  const card = { channel: route.channel, kind: 'project_card', objectUuid: view.uuid }
  const last = await lastWordOn(deps.database.sql, card)
  // Nothing was ever shown here: this is what the next change is compared with.
  if (!last) return [plannedProjectCard(view, route)]
  const before = readFacts(cardFacts, last)
  const now = projectCardFacts(view, route)
  const [was, is] = [before.status ?? before.state, now.status ?? now.state]
  const status =
    !statusIsSaid && changed(was, is)
      ? projectLineIn(view, route, `status:${view.uuid}@${version}`, {
          change: 'status',
          from: was,
          to: is,
          by,
        })
      : []
  const owner = changed(before.ownerName, now.ownerName)
    ? projectLineIn(view, route, `owner:${view.uuid}@${version}`, {
        change: 'owner',
        from: before.ownerName,
        to: now.ownerName,
        by,
      })
    : []
  return [...status, ...owner].map((plan) => ({ ...plan, ofProject: true as const }))
}

/**
 * Brings every card of the project up to date. Channels that receive `project_updated` are told of a new status
 * or owner in the project's thread, whichever event brought it; `statusIsSaid` when another message says it.
 */
export const projectCardUpdates = async (
  deps: BotDeps,
  view: ProjectInView,
  channels: readonly ProjectChannel[],
  change: ChangeOf,
  statusIsSaid = false,
): Promise<Planned[]> => {
  const routes = await audience(deps, channels, 'project_updated', false)
  const news: Planned[] = []
  for (const route of routes) news.push(...(await newsFor(deps, view, route, change, statusIsSaid)))
  const cards = await deliveriesAbout(deps.database.sql, 'project_card', view.uuid)
  const updates = cards.map(async ({ channel }): Promise<Planned> => ({
    channel,
    kind: 'project_card_update',
    objectUuid: `${view.uuid}@${change.version}`,
    op: 'update',
    on: { kind: 'project_card', uuid: view.uuid },
    facts: projectCardFacts(view, await routeTo(deps, channel)),
  }))
  return [...news, ...(await Promise.all(updates))]
}
