import { waitLeft, wasPutBack, usFromIso } from '../../../contract/dates.ts'
import type { CreatedProject, ProjectItem, ProjectInput, ProjectsReply } from '../../../contract/project.ts'
import {
  type ProjectRequest,
  setProjectRequest,
  projectRequest,
  submitForm,
  makerOf,
} from './store/project-requests.ts'
import { RetryLater } from '../../../lanes/lanes.ts'
import { type ProjectForm, type FieldInput, projectFormSchema } from './messages/project-form.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { mayExist } from '../../tracker/tracker-says.ts'
import { folded } from '../../../contract/text.ts'
import { createHash } from 'node:crypto'
import type { Tx } from '../../store/database.ts'
import type { Message } from '../../kit/message.ts'
import { type Actor, maySteer } from '../../audience/actor.ts'
import type { Patience } from '../../answers/answer.ts'
import { readValue } from '../../kit/facts.ts'
import { notifyPerson } from '../../answers/notify.ts'
import { within } from '../../kit/time.ts'
import { tasksOf } from '../../store/known-projects.ts'
import { teammatesOf } from '../project-channels/channel-for-project.ts'
import { type ProjectInView, viewOf } from '../../tracker/project-in-view.ts'
import { type Route, routeTo } from '../../audience/audience.ts'
import type { Channel } from '../../slack/slack.ts'

/** Without the app in it, a channel is not linked. The preview says so. */
export const isLinkable = ({ member, archived }: Channel): boolean => member && !archived

export const routeOf = async (deps: BotDeps, channel: string | undefined): Promise<Route | undefined> =>
  channel !== undefined && isLinkable(await deps.slack.channel(channel)) ? routeTo(deps, channel) : undefined

/**
 * Why this person may not subscribe the project's channel. Undefined if they may, or if it can't be linked anyway.
 * Checked with the form, at *Create*, and before it happens: meanwhile the app may join it, and the person may leave it.
 */
export const channelRefused = async (deps: BotDeps, actor: Actor, channel: string | undefined) => {
  if (channel === undefined || !isLinkable(await deps.slack.channel(channel))) return undefined
  return (await maySteer(deps, actor, channel))?.message
}

/** Throws `StaleValue` if this version cannot read the form. */
export const formOf = ({ form }: Pick<ProjectRequest, 'form'>): ProjectForm =>
  readValue(projectFormSchema, form)

export const channelOf = (row: ProjectRequest): string | undefined => {
  try {
    return formOf(row).channel
  } catch {
    return undefined
  }
}

/** Messages of one request keep their order. */
export const notifyRequester = (
  deps: Pick<BotDeps, 'lanes'>,
  tx: Tx,
  row: ProjectRequest,
  message: Message,
  { channel }: { channel: string | undefined } = { channel: channelOf(row) },
  once?: 'once',
): Promise<void> =>
  notifyPerson(deps, tx, { user: row.user_id, channel, ts: `project-request-${row.id}` }, message, once)

/** Names that are typed alike (see `folded`) share a lane. */
const keyOf = (name: string): string =>
  createHash('sha256').update(folded(name.trim())).digest('hex').slice(0, 32)

/** Identifies the project in the tracker, however often it is looked for. */
export const externalIdOf = (name: string, requestId: number): string =>
  `slack-${keyOf(name).slice(0, 16)}-${requestId}`

/** If Slack takes longer, the job decides: it checks again. */
const patienceMs = 1_500

/** *Create*. Stores the request before the dialog closes. Creates nothing if the channel is refused, and returns why. */
export const submitProject = async (deps: BotDeps, actor: Actor, requestId: number, { left }: Patience) => {
  const { user } = actor
  const row = await projectRequest(deps.database.sql, requestId)
  if (row?.user_id !== user) return undefined
  const lane = keyOf(row.project_name)
  // Throws before queuing if the form cannot be read.
  const { channel } = formOf(row)
  const refused = await within(Math.min(patienceMs, left()), channelRefused(deps, actor, channel))
  if (refused) return refused
  await deps.database.transaction(async (tx) => {
    const keys = { lane, external_id: externalIdOf(row.project_name, requestId) }
    if (!(await submitForm(tx, requestId, user, keys))) return
    await deps.lanes.enqueue(tx, [{ kind: 'create', lane, payload: { request: requestId } }])
  })
  return undefined
}

export const teamOf = async (deps: BotDeps, { uuid, item }: ProjectInView) => {
  const { sql } = deps.database
  const [maker, tasks] = await Promise.all([makerOf(sql, uuid), tasksOf(sql, uuid)])
  const chosen = maker ? formOf(maker).team : []
  return teammatesOf(deps, [
    item.project_owner?.email_address ?? item.project_owner?.full_name,
    ...chosen.map(({ value }) => value),
    ...tasks.map(({ assigneeName }) => assigneeName),
  ])
}

const valueOf = ({ kind, text }: FieldInput): unknown => {
  if (kind === 'number') return Number(text)
  return kind === 'boolean' ? text === 'true' : text
}

/** Only project creation uses MM/DD/YYYY dates. */
const projectInput = (form: ProjectForm): ProjectInput => {
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
      datafields: Object.fromEntries(fields.map(([uuid, entry]) => [uuid, valueOf(entry)])),
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
  found: ProjectInView | undefined
  urls: Pick<CreatedProject, 'internal_project_url' | 'portal_project_url'> | undefined
  /** The project existed before this request. */
  before: boolean
}

/** How often to ask the tracker to create one project, each time after checking that it does not exist. */
const mostTries = 3
const pauseMs = 5_000

/** The interface's "Dedup pattern". */
const existing = async (deps: BotDeps, row: ProjectRequest): Promise<ProjectItem | 'none' | 'unsure'> =>
  (await projectLinkedAs(deps, row.external_id)) ??
  sameName(await deps.api.listProjects({ name: row.project_name, limit: 200 }), row.project_name)

const foundMade = (item: ProjectItem, before: boolean): Made => {
  const found = viewOf(item)
  if (found.listedAs === undefined)
    throw new ProjectUnconfirmed('the tracker lists the project without its uuid')
  return { uuid: found.uuid, found, urls: undefined, before }
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
    return { uuid: created.uuid, found: undefined, urls: created, before: false }
  } catch (error) {
    if (mayExist(error))
      return settleUnconfirmed(deps, { row: { ...row, tries, attempted_at: attemptedAt }, form })
    await setProjectRequest(sql, row.id, { state: 'stored' })
    throw error
  }
}

/** Looks for the project for up to `echoWaitMs`. Sends it again only if it certainly does not exist. */
const settleUnconfirmed = async (deps: BotDeps, { row, form }: Wish): Promise<Made> => {
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
  if (state === 'sending' || state === 'unknown') return settleUnconfirmed(deps, wish)
  const found = await existing(deps, wish.row)
  return typeof found === 'object' ? foundMade(found, true) : send(deps, wish)
}

/** The project of this external id. A tracker that ignores the filter lists other projects, with a total of 0. */
export const projectLinkedAs = async ({ api }: Pick<BotDeps, 'api'>, externalId: string) => {
  const { projects, pagination } = await api.listProjects({ external_id: externalId, limit: 1 })
  return pagination.total > 0 ? projects[0] : undefined
}

/** The project of this name. `unsure`: over 200 projects match, so it may be one that is not listed. */
export const sameName = ({ projects, pagination }: ProjectsReply, name: string) => {
  const found = projects.find((item) => item.name.trim() === name.trim())
  return found ?? (Math.max(pagination.total, projects.length) > 200 ? 'unsure' : 'none')
}
