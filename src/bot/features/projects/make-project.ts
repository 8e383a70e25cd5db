import { waitLeft, wasPutBack, usFromIso } from '../../../contract/dates.ts'
import type { CreatedProject, ProjectItem, ProjectInput, ProjectsReply } from '../../../contract/project.ts'
import { type ProjectRequest, setProjectRequest } from './store/project-requests.ts'
import { RetryLater } from '../../../lanes/lanes.ts'
import type { ProjectForm, FieldInput } from './messages/project-form.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { uuidOf } from '../../tracker/find-project.ts'
import { mayExist } from '../../tracker/tracker-says.ts'

const valueOf = ({ kind, text }: FieldInput): unknown => {
  if (kind === 'number') return Number(text)
  return kind === 'boolean' ? text === 'true' : text
}

/** Converts the form for the tracker. Only project creation uses MM/DD/YYYY dates. */
export const projectInput = (form: ProjectForm): ProjectInput => {
  const due = form.dueDate === undefined ? undefined : usFromIso(form.dueDate)
  const fields = Object.entries(form.fields)
  return {
    name: form.name,
    playbook_uuid: form.playbook?.value ?? '',
    account: form.account?.value ?? '',
    start_date: usFromIso(form.startDate ?? '') ?? '',
    ...(due !== undefined && { due_date: due }),
    project_owner: form.owner?.value ?? '',
    ...(form.team.length > 0 && { internal_users: form.team.map(({ value }) => value) }),
    ...(form.customers.length > 0 && { customer_users: form.customers.map(({ value }) => value) }),
    ...(fields.length > 0 && {
      datafields: Object.fromEntries(fields.map(([uuid, given]) => [uuid, valueOf(given)])),
    }),
    send_invite_email: form.inviteTeam,
    send_invite_email_customers: form.inviteCustomers,
  }
}

/** Thrown when it is still unknown after waiting whether the project exists. */
export class ProjectUnconfirmed extends Error {
  override name = 'ProjectUnconfirmed' as const
}

export interface Wish {
  row: ProjectRequest
  form: ProjectForm
}

export interface Made {
  uuid: string
  /** Undefined until the tracker lists the project. */
  item: ProjectItem | undefined
  urls: Pick<CreatedProject, 'internal_project_url' | 'portal_project_url'> | undefined
  /** The project existed before this request. */
  before: boolean
}

/** How often to ask the tracker to create one project, each time after checking that it does not exist. */
const mostTries = 3
const pauseMs = 5_000

/** Searches by external id, then by exact name (interface, "Dedup pattern"). */
const existing = async (deps: BotDeps, row: ProjectRequest): Promise<ProjectItem | 'none' | 'unsure'> =>
  (await projectLinkedAs(deps, row.external_id)) ??
  sameName(await deps.api.listProjects({ name: row.project_name, limit: 200 }), row.project_name)

const foundMade = (item: ProjectItem, before: boolean): Made => {
  const uuid = uuidOf(item)
  if (uuid === undefined) throw new ProjectUnconfirmed('the tracker lists the project without its uuid')
  return { uuid, item, urls: undefined, before }
}

const send = async (deps: BotDeps, { row, form }: Wish): Promise<Made> => {
  const { sql } = deps.database
  const attemptedAt = deps.now()
  const tries = row.tries + 1
  const input = projectInput(form)
  // Stored before the call, because the process may crash before the answer.
  await setProjectRequest(sql, row.id, { state: 'sending', tries, attempted_at: attemptedAt })
  try {
    const created = await deps.api.createProject(input)
    return { uuid: created.uuid, item: undefined, urls: created, before: false }
  } catch (error) {
    if (mayExist(error)) return settleDoubt(deps, { row: { ...row, tries, attempted_at: attemptedAt }, form })
    await setProjectRequest(sql, row.id, { state: 'stored' })
    throw error
  }
}

/** Looks for up to `echoWaitMs`. Asks again only if the project certainly does not exist. */
const settleDoubt = async (deps: BotDeps, { row, form }: Wish): Promise<Made> => {
  const found = await existing(deps, row)
  if (typeof found === 'object') return foundMade(found, false)
  const now = deps.now()
  const noted = row.attempted_at ?? 0
  // If the clock was set back, the wait starts now. Retrying too early could create the project twice.
  const attempted_at = wasPutBack(noted, now) ? now : noted
  await setProjectRequest(deps.database.sql, row.id, { state: 'unknown', attempted_at })
  const left = waitLeft(attempted_at, deps.echoWaitMs, now)
  if (left > 0) {
    throw new RetryLater(Math.min(left, pauseMs), 'looking for a project whose creation got no answer')
  }
  if (found === 'unsure' || row.tries >= mostTries)
    throw new ProjectUnconfirmed('the tracker neither answered nor lists the project')
  return send(deps, { row, form })
}

export const makeProject = async (deps: BotDeps, wish: Wish): Promise<Made> => {
  const { state } = wish.row
  if (state === 'sending' || state === 'unknown') return settleDoubt(deps, wish)
  const found = await existing(deps, wish.row)
  return typeof found === 'object' ? foundMade(found, true) : send(deps, wish)
}

/** The project of this external id. A tracker that ignores the filter lists others, and counts them as none. */
export const projectLinkedAs = async ({ api }: Pick<BotDeps, 'api'>, externalId: string) => {
  const { projects, pagination } = await api.listProjects({ external_id: externalId, limit: 1 })
  return pagination.total > 0 ? projects[0] : undefined
}

/** Checks the name as the interface describes. With more than 200 matches the result is unsure. */
export const sameName = ({ projects, pagination }: ProjectsReply, name: string) => {
  const found = projects.find((item) => item.name.trim() === name.trim())
  return found ?? (Math.max(pagination.total, projects.length) > 200 ? 'unsure' : 'none')
}
