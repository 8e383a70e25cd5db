import { daysBetween, type IsoDate, isoTime } from '../../contract/dates.ts'
import type { EventName } from '../../contract/event.ts'
import { type Acting, type ActingTx, type Deps, today, notFound } from '../acting.ts'
import { valuesOfProject } from '../store/data-fields.ts'
import { namesOf } from '../store/people.ts'
import {
  customerPercentageOf,
  percentageOf,
  statusOf,
  findProject,
  type ProjectRecord,
} from '../store/projects.ts'
import { rowsOf } from '../store/rows.ts'
import { announce } from './announce.ts'

export const projectUrls = ({ links }: Pick<Deps, 'links'>, uuid: string) => ({
  internal_project_url: links.internal(uuid),
  portal_project_url: links.portal(uuid),
})

export const projectNow = async (acting: Acting, uuid: string): Promise<ProjectRecord> => {
  const project = await findProject(acting, uuid, today(acting.deps))
  if (!project) throw notFound('Project')
  return project
}

export const inProject = ({ uuid, name }: ProjectRecord) => ({ project_uuid: uuid, project_name: name })

/** `payload.project`. The key of its uuid is `project_uuid` before 2026-07-31, and `uuid` since then. */
const projectFacts = async (acting: Acting, project: ProjectRecord) => {
  const { uuid, completed_by: completer, archived_by: archiver } = project
  const { legacyIds } = acting.deps
  const nameOf = await namesOf(acting, [completer, archiver])
  const values = (await valuesOfProject(acting, uuid)).filter((value) => value.is_archived === 0)
  const links = await rowsOf(acting, 'external_link').where('project_uuid', '=', uuid).orderBy('id').execute()
  return {
    ...(legacyIds ? { id: project.id, project_uuid: uuid } : { uuid }),
    name: project.name,
    description: project.description,
    status: statusOf(project),
    owner_name: project.owner_name,
    created_date: isoTime(project.created_at),
    completed_date: isoTime(project.completed_at),
    archived_date: isoTime(project.archived_at),
    completed_by_name: nameOf(completer),
    archived_by: nameOf(archiver),
    completion_progress: String(percentageOf(project)),
    customer_completion_progress: String(customerPercentageOf(project.progress)),
    project_duration: String(daysBetween(project.start_date as IsoDate, project.due_date as IsoDate)),
    ...projectUrls(acting.deps, uuid),
    value: project.value,
    account: {
      ...(legacyIds ? { id: project.account_id } : { uuid: project.account_uuid }),
      name: project.account_name,
    },
    data_fields: values.map(({ uuid, name, value }) => ({ uuid, name, value })),
    tags: [],
    external_objects: links.map(({ id: _id, org: _org, project_uuid: _project, ...link }) => link),
  }
}

export const announceProject = async (acting: ActingTx, name: EventName, uuid: string) => {
  const project = await projectNow(acting, uuid)
  await announce(acting, name, project.name, { project: await projectFacts(acting, project) })
  return project
}
