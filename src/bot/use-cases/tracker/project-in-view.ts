import type { ProjectItem } from '../../../contract/project.ts'
import type { KnownProject } from '../../store/tracker/known-projects.ts'
import type { ProjectCardFacts } from '../../messages/events/project-card.ts'
import type { BotDeps } from '../../deps.ts'
import { linkFor, type Route } from '../../access/audience.ts'
import { factsOf, findProject, uuidOf } from './find-project.ts'

export interface ProjectInView extends KnownProject {
  item: ProjectItem
}

interface Announced {
  name?: string | null | undefined
  internal_project_url?: string | null | undefined
  portal_project_url?: string | null | undefined
}

/** The project an event speaks of, as the tracker has it; undefined when the tracker has none of that uuid. */
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
    // Where the list item carries no URLs, those of the event: a link is a place to look, not a fact.
    internalUrl: facts.internalUrl ?? announced.internal_project_url ?? undefined,
    portalUrl: facts.portalUrl ?? announced.portal_project_url ?? undefined,
  }
}

/** A listed project as every answer shows it. */
export const viewOf = (item: ProjectItem): ProjectInView => ({ ...factsOf(item, uuidOf(item) ?? ''), item })

export const projectCardFacts = (view: ProjectInView, route: Route): ProjectCardFacts => ({
  uuid: view.uuid,
  name: view.item.name,
  accountName: view.accountName,
  ownerName: view.item.project_owner?.full_name,
  state: view.item.project_state ?? undefined,
  status: view.item.status?.name,
  percentage: view.item.percentage ?? undefined,
  overdue: view.item.is_overdue ?? undefined,
  startDate: view.item.start_date ?? undefined,
  dueDate: view.item.due_date ?? undefined,
  url: linkFor(route, view),
})
