import { addDeliveries, type NewDelivery } from '../../store/ledger/deliveries.ts'
import { takeIn } from '../../store/ledger/left-out.ts'
import { rememberProject } from '../../store/tracker/known-projects.ts'
import {
  makerOf,
  projectRequest,
  type ProjectRequest,
  setProjectRequest,
} from '../../store/projects/project-requests.ts'
import { putSubscription } from '../../store/channels/subscriptions.ts'
import type { Tx } from '../../store/database.ts'
import type { Job } from '../../../lanes/lanes.ts'
import { defaultEvents } from '../../commands/events.ts'
import { formInputs, type ProjectForm } from '../../messages/projects/project-form.ts'
import { projectMade } from '../../messages/projects/project-made.ts'
import type { BotDeps } from '../../deps.ts'
import type { BotJob } from '../../payloads.ts'
import { linkFor, type Route, routeTo } from '../../access/audience.ts'
import { factsOf, findProject } from '../tracker/find-project.ts'
import { linkProject } from './link-project.ts'
import { type Made, makeProject } from './make-project.ts'
import { type ProjectInView, projectCardFacts } from '../tracker/project-in-view.ts'
import { nameTaken } from './project-checks.ts'
import { projectTrouble, refuseProject } from './project-trouble.ts'
import { refreshHomes } from '../home/refresh-homes.ts'
import { tellRequester } from './tell-requester.ts'

const isOpen = ({ state }: ProjectRequest) =>
  state === 'stored' || state === 'sending' || state === 'unknown' || state === 'created'

/** The tracker's own word on the new project, or, until its list has it, what was asked for. */
const viewOf = async (
  deps: BotDeps,
  row: ProjectRequest,
  form: ProjectForm,
  made: Made,
): Promise<ProjectInView> => {
  const item = made.item ?? (await findProject(deps, made.uuid, row.project_name))
  return {
    uuid: made.uuid,
    item: item ?? {
      name: row.project_name,
      project_state: 'Active',
      start_date: form.startDate,
      due_date: form.dueDate,
    },
    accountName: item?.account?.name ?? form.account?.text,
    internalUrl: item?.internal_project_url ?? made.urls?.internal_project_url,
    portalUrl: item?.portal_project_url ?? made.urls?.portal_project_url,
  }
}

/** The channel, if the app is in it: else there is nobody to post as. */
const routeOf = async (deps: BotDeps, channel: string | undefined): Promise<Route | undefined> => {
  if (channel === undefined) return undefined
  const place = await deps.slack.channel(channel)
  return place.member && !place.unread && !place.archived ? routeTo(deps, channel) : undefined
}

/** The card has the ledger key of the tracker's own announcement, so that whichever is first is the only one. */
const linkChannel = async (
  deps: BotDeps,
  tx: Tx,
  row: ProjectRequest,
  view: ProjectInView,
  route: Route,
): Promise<void> => {
  const { channel } = route
  const label = view.item.name
  const made = { createdBy: row.user_id, createdAt: deps.now(), sharedWhenMade: route.shared }
  await putSubscription(tx, {
    channel,
    scope: 'project',
    target: view.uuid,
    label,
    events: defaultEvents,
    ...made,
  })
  await refreshHomes(deps, tx)
  const card: NewDelivery = {
    channel,
    kind: 'project_card',
    objectUuid: view.uuid,
    op: 'post',
    facts: projectCardFacts(view, route),
    uuid: deps.newUuid(),
    inboxId: null,
    createdAt: deps.now(),
  }
  const added = await addDeliveries(tx, [card])
  // Its event came first, and the channel does not want to hear of new projects: this one it asked for.
  const taken = added.length === 0 ? await takeIn(tx, card) : undefined
  await deps.lanes.enqueue(
    tx,
    [...added, ...(taken ? [taken] : [])].map(({ id }) => ({
      kind: 'post',
      lane: channel,
      payload: { delivery: id },
    })),
  )
}

/** Card, subscription, words to the person and the request's own state are one commit. */
const announce = async (
  deps: BotDeps,
  row: ProjectRequest,
  made: Made,
  by: string | undefined,
): Promise<void> => {
  const form = JSON.parse(row.form) as ProjectForm
  const route = await routeOf(deps, form.channel)
  const view = await viewOf(deps, row, form, made)
  const url = route ? linkFor(route, view) : (view.internalUrl ?? view.portalUrl)
  const message = projectMade({ projectName: view.item.name, url, channel: route?.channel, by })
  await deps.database.transaction(async (tx) => {
    await rememberProject(tx.sql, {
      ...factsOf(view.item, view.uuid),
      accountName: view.accountName,
      internalUrl: view.internalUrl,
      portalUrl: view.portalUrl,
    })
    if (route) await linkChannel(deps, tx, row, view, route)
    await tellRequester(deps, tx, row, route?.channel, message)
    await setProjectRequest(tx.sql, row.id, { state: 'created', project_uuid: view.uuid, error: null })
  })
}

/** Two people asked for the same: same name, account and playbook. Anything else is another project. */
const sameWish = (one: ProjectRequest, other: ProjectRequest): boolean => {
  const [a, b] = [JSON.parse(one.form) as ProjectForm, JSON.parse(other.form) as ProjectForm]
  return a.account?.value === b.account?.value && a.playbook?.value === b.playbook?.value
}

const work = async (deps: BotDeps, row: ProjectRequest, job: Job): Promise<void> => {
  if (row.state !== 'created') {
    const made = await makeProject(deps, row)
    const maker = made.before ? await makerOf(deps.database.sql, made.uuid) : undefined
    if (made.before && !(maker && sameWish(maker, row))) {
      const problem = { input: formInputs.name, text: nameTaken }
      return refuseProject(deps, job, row, [problem], undefined)
    }
    await announce(deps, row, made, maker && maker.user_id !== row.user_id ? maker.user_id : undefined)
  }
  const now = await projectRequest(deps.database.sql, row.id)
  const { channel } = JSON.parse(row.form) as ProjectForm
  if (now?.project_uuid) await linkProject(deps, row, now.project_uuid, channel)
  await deps.database.transaction(async (tx) => {
    await setProjectRequest(tx.sql, row.id, { state: 'done', settled_at: deps.now() })
    await job.done(tx)
  })
}

/** Lane `create`, one a project name: looks, creates, looks again; one project however many ask. */
export const createProject =
  (deps: BotDeps) =>
  async (job: BotJob<'create'>): Promise<void> => {
    const row = await projectRequest(deps.database.sql, job.payload.request)
    if (!row || !isOpen(row)) return
    try {
      await work(deps, row, job)
    } catch (error) {
      await projectTrouble(deps, job, row, error)
    }
  }
