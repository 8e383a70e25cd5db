import type { Page } from '../store/like.ts'
import { listProjects as projectsOf, type ProjectRecord } from '../store/projects/projects.ts'
import { isoDate } from '../../contract/dates.ts'
import { createProject as create } from '../changes/projects/create-project.ts'
import type { ProjectWish } from '../changes/projects/resolve.ts'
import { type Actor, type Deps, today } from '../deps.ts'
import {
  isOverdue,
  percentageOf,
  performanceOf,
  projectStatuses,
  statusOf,
} from '../store/projects/project-status.ts'

/** `id` is the legacy integer, as a string, before 2026-07-31; the uuid since. */
const projectItem = ({ links, legacyIds }: Deps, project: ProjectRecord, day: string) => {
  const id = (legacy: number, uuid: string) => (legacyIds ? String(legacy) : uuid)
  const status = statusOf(project)
  return {
    uuid: project.uuid,
    id: id(project.id, project.uuid),
    name: project.name,
    account: {
      id: id(project.account_id, project.account_uuid),
      logo_path: project.account_logo,
      name: project.account_name,
    },
    is_overdue: isOverdue(project, day),
    percentage: percentageOf(project),
    performance: performanceOf(project, day),
    project_owner: {
      id: id(project.owner_id, project.owner_uuid),
      email_address: project.owner_email,
      full_name: `${project.owner_first} ${project.owner_last}`.trim(),
      profile_pic: null,
    },
    project_state: project.state,
    start_date: project.start_date,
    due_date: project.due_date,
    completed_date: project.completed_at === null ? null : isoDate(project.completed_at),
    status: { id: id(projectStatuses[status].legacy, projectStatuses[status].uuid), name: status },
    internal_project_url: links.internal(project.uuid),
    portal_project_url: links.portal(project.uuid),
  }
}

export const listProjects = async (
  deps: Deps,
  { org }: Actor,
  input: Page & {
    external_id?: string | undefined
    name?: string | undefined
    project_state?: string | undefined
  },
) => {
  const { external_id: externalId, name, project_state: state, limit, offset } = input
  const day = today(deps)
  const filter = { externalId, name, state, limit, offset }
  const { projects, total } = await projectsOf(deps.database.sql, org, day, filter, deps.rememberFrom)
  return { projects: projects.map((project) => projectItem(deps, project, day)), pagination: { total } }
}

export const createProject = async (deps: Deps, actor: Actor, wish: ProjectWish) => {
  const uuid = await create(deps, actor, wish)
  return {
    uuid,
    internal_project_url: deps.links.internal(uuid),
    portal_project_url: deps.links.portal(uuid),
  }
}
