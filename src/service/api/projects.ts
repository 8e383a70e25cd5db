import type { Asked } from '../../contract/api.ts'
import { isoDate } from '../../contract/dates.ts'
import { createProject as create } from '../changes/projects/create-project.ts'
import { changeProject } from '../changes/projects/within.ts'
import { type Acting, type Deps, today } from '../deps.ts'
import { projectUrls } from '../events/projects.ts'
import { invalid, unresolved } from '../refusals.ts'
import {
  isOverdue,
  percentageOf,
  performanceOf,
  projectStatuses,
  statusOf,
  type ProjectRecord,
  projectsOnPage,
} from '../store/projects/projects.ts'
import { addRow, findRow } from '../store/rows.ts'
import { projectStates } from '../store/tables.ts'

/** Before 2026-07-31 `id` was the legacy integer as a string. Since then it is the uuid. */
const projectItem = (deps: Deps, project: ProjectRecord, day: string) => {
  const id = (legacy: number, uuid: string) => (deps.legacyIds ? String(legacy) : uuid)
  const status = statusOf(project)
  return {
    uuid: project.uuid,
    id: id(project.id, project.uuid),
    name: project.name,
    account: {
      id: id(project.account_id, project.account_uuid),
      logo_path: null,
      name: project.account_name,
    },
    is_overdue: isOverdue(project, day),
    percentage: percentageOf(project),
    performance: performanceOf(project, day),
    project_owner: {
      id: id(project.owner_id, project.owner_uuid),
      email_address: project.owner_email,
      full_name: project.owner_name,
      profile_pic: null,
    },
    project_state: project.state,
    start_date: project.start_date,
    due_date: project.due_date,
    completed_date: project.completed_at === null ? null : isoDate(project.completed_at),
    status: { id: id(projectStatuses[status].legacy, projectStatuses[status].uuid), name: status },
    ...projectUrls(deps, project.uuid),
  }
}

export const listProjects = async (acting: Acting, asked: Asked<'listProjects'>) => {
  const { external_id: externalId, project_state: state, ...rest } = asked
  if (state !== undefined && !(projectStates as readonly string[]).includes(state))
    throw invalid('project_state', `Must be one of ${projectStates.join(', ')}.`)
  const { deps } = acting
  const day = today(deps)
  const filter = { ...rest, externalId, state }
  const { projects, total } = await projectsOnPage(acting, day, filter)
  return { projects: projects.map((project) => projectItem(deps, project, day)), pagination: { total } }
}

export const createProject = async (acting: Acting, input: Asked<'createProject'>) => {
  const uuid = await create(acting, input)
  return { uuid, ...projectUrls(acting.deps, uuid) }
}

/** Two links can have the same id: the interface leaves uniqueness to the caller. */
export const createExternalLink = (acting: Acting, asked: Asked<'createExternalLink'>) =>
  changeProject(acting, asked.project_uuid, async (change) => {
    const integration = await findRow(change, 'integration', asked.integration_uuid)
    if (!integration) throw unresolved('Integration not found.')
    const link = {
      uuid: change.deps.newUuid(),
      integration_uuid: integration.uuid,
      external_id: asked.external_id,
      external_type: asked.external_type ?? null,
      external_label: asked.external_label ?? null,
      external_link: asked.external_link ?? null,
    }
    await addRow(change, 'external_link', { ...link, project_uuid: change.project.uuid })
    return link
  })
