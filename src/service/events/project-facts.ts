import { daysBetween, type IsoDate } from '../../contract/dates.ts'
import type { Tx } from '../store/database.ts'
import { valuesOfProject } from '../store/projects/data-field-values.ts'
import { linksOfProject } from '../store/projects/external-links.ts'
import { namesOf } from '../store/people/people.ts'
import { findProject, type ProjectRecord } from '../store/projects/projects.ts'
import { type Deps, today } from '../deps.ts'
import { customerPercentageOf, percentageOf, statusOf } from '../store/projects/project-status.ts'
import { notFound } from '../refusals.ts'

export const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

export const projectNow = async (deps: Deps, tx: Tx, org: string, uuid: string): Promise<ProjectRecord> => {
  const project = await findProject(tx.sql, org, uuid, today(deps))
  if (!project) throw notFound('Project')
  return project
}

const projectDataFields = async (tx: Tx, org: string, uuid: string) => {
  const values = await valuesOfProject(tx.sql, org, uuid)
  return values
    .filter((value) => value.is_archived === 0)
    .map(({ uuid, name, value }) => ({ uuid, name, value: JSON.parse(value) as unknown }))
}

/** payload.project. Its uuid is `uuid`, or `project_uuid` in the shape before 2026-07-31. */
export const projectFacts = async (deps: Deps, tx: Tx, project: ProjectRecord) => {
  const { org, uuid } = project
  const nameOf = await namesOf(tx.sql, org, [project.owner_uuid, project.completed_by, project.archived_by])
  const links = await linksOfProject(tx.sql, org, uuid)
  return {
    ...(deps.legacyIds ? { id: project.id, project_uuid: uuid } : { uuid }),
    name: project.name,
    description: project.description,
    status: statusOf(project),
    owner_name: nameOf(project.owner_uuid),
    created_date: iso(project.created_at),
    completed_date: iso(project.completed_at),
    archived_date: iso(project.archived_at),
    completed_by_name: nameOf(project.completed_by),
    archived_by: nameOf(project.archived_by),
    completion_progress: String(percentageOf(project)),
    customer_completion_progress: String(customerPercentageOf(project.progress)),
    project_duration: String(daysBetween(project.start_date as IsoDate, project.due_date as IsoDate)),
    portal_project_url: deps.links.portal(uuid),
    internal_project_url: deps.links.internal(uuid),
    value: project.value,
    account: {
      ...(deps.legacyIds ? { id: project.account_id } : { uuid: project.account_uuid }),
      name: project.account_name,
    },
    data_fields: await projectDataFields(tx, org, uuid),
    tags: [],
    external_objects: links.map(({ id: _id, org: _org, project_uuid: _project, ...link }) => link),
  }
}
