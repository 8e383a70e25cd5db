import { saysCompleted } from '../../../contract/completed.ts'
import type { ProjectItem } from '../../../contract/project.ts'
import type { ProjectCardFacts } from '../../messages/events/project-card.ts'
import type { BotDeps } from '../../deps.ts'
import { linkFor, type Route } from '../../access/audience.ts'
import { findProject, uuidOf } from './find-project.ts'
import { accountIdOf } from './notice-account.ts'

export interface ProjectInView {
  uuid: string
  listedAs?: string | undefined
  item: ProjectItem
  accountName: string | undefined
  accountId?: string | undefined
  /** Where the list item carries no URLs, those of the event: a link is a place to look, not a fact. */
  internalUrl: string | undefined
  portalUrl: string | undefined
}

interface Announced {
  name: string
  internal_project_url?: string | null | undefined
  portal_project_url?: string | null | undefined
}

/** The project an event speaks of, as the tracker has it; undefined when the tracker has none of that uuid. */
export const projectInView = async (
  deps: BotDeps,
  uuid: string,
  announced: Announced,
): Promise<ProjectInView | undefined> => {
  const item = await findProject(deps, uuid, announced.name)
  return (
    item && {
      uuid,
      listedAs: uuidOf(item),
      item,
      accountName: item.account?.name,
      accountId: accountIdOf(item),
      internalUrl: item.internal_project_url ?? announced.internal_project_url ?? undefined,
      portalUrl: item.portal_project_url ?? announced.portal_project_url ?? undefined,
    }
  )
}

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

/** What the tracker says of completion. A project of 100 % that is still Active is not completed. */
export const isCompleted = ({ item }: ProjectInView): boolean =>
  saysCompleted(item.project_state) || saysCompleted(item.status?.name)
