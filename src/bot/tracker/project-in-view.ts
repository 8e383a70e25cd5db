import type { ProjectItem } from '../../contract/project.ts'
import { type MadeChannel, madeChannel } from '../audience/store/made-channels.ts'
import type { KnownProject } from '../store/known-projects.ts'
import type { ProjectCardFacts } from '../kit/cards/project-card.ts'
import type { BotDeps } from '../deps/deps.ts'
import { forTeam, linkFor, type Route } from '../audience/audience.ts'
import { dayAt } from '../kit/wall-clock.ts'
import { isProjectLate } from './is-completed.ts'
import { factsOf, findProject, uuidOf } from './find-project.ts'

export interface ProjectInView extends KnownProject {
  item: ProjectItem
  /** When the tracker was asked, in ms. */
  seenAt: number
  /** A channel was made for it here. */
  hasChannel?: boolean
}

/** The project's channel, unless it is archived or the app is no longer in it: then it may have another. */
export const channelOfProject = async (
  { slack }: Pick<BotDeps, 'slack'>,
  row: MadeChannel | undefined,
): Promise<string | undefined> => {
  if (!row?.channel) return undefined
  const { archived, member } = await slack.channel(row.channel)
  return archived || !member ? undefined : row.channel
}

export const hasChannel = async (deps: Pick<BotDeps, 'database' | 'slack'>, uuid: string): Promise<boolean> =>
  (await channelOfProject(deps, await madeChannel(deps.database.sql, uuid))) !== undefined

interface Announced {
  name?: string | null | undefined
  internal_project_url?: string | null | undefined
  portal_project_url?: string | null | undefined
}

/** An event's project according to the tracker. Undefined if it has none with this uuid. */
export const projectInView = async (
  deps: BotDeps,
  uuid: string,
  announced: Announced,
): Promise<ProjectInView | undefined> => {
  const item = await findProject(deps, uuid, announced.name ?? undefined)
  if (!item) return undefined
  const facts = factsOf(item, uuid)
  return {
    ...facts,
    item,
    seenAt: deps.now(),
    hasChannel: await hasChannel(deps, uuid),
    // If the list has no URLs, uses the event's: they are links, not facts.
    internalUrl: facts.internalUrl ?? announced.internal_project_url ?? undefined,
    portalUrl: facts.portalUrl ?? announced.portal_project_url ?? undefined,
  }
}

/** A project from the tracker's list, in the same form. */
export const viewOf = ({ now }: Pick<BotDeps, 'now'>, item: ProjectItem): ProjectInView => ({
  ...factsOf(item, uuidOf(item) ?? ''),
  item,
  seenAt: now(),
})

export const projectCardFacts = (view: ProjectInView, route: Route): ProjectCardFacts => ({
  uuid: view.uuid,
  name: view.item.name,
  accountName: view.accountName,
  ownerName: view.item.project_owner?.full_name,
  state: view.item.project_state ?? undefined,
  status: view.item.status?.name,
  percentage: forTeam(route, view.item.percentage),
  overdue: isProjectLate(view.item, dayAt(route.timeZone, view.seenAt)),
  startDate: view.item.start_date ?? undefined,
  dueDate: view.item.due_date ?? undefined,
  url: linkFor(route, view),
  canMakeChannel: !route.shared && view.hasChannel !== true,
})
