import { isRefusal } from '../../../contract/problem.ts'
import { queuePosts } from '../../sync/posts/decision.ts'
import { rememberProject } from '../../store/known-projects.ts'
import { listingJob } from '../../store/payloads.ts'
import { makerOf, projectRequest, type ProjectRequest, setProjectRequest } from './store/project-requests.ts'
import { wantChannel, type WantedChannel } from '../../store/made-channels.ts'
import type { Tx } from '../../store/database.ts'
import type { Job } from '../../../lanes/lanes.ts'
import { formInputs, nameTaken, type ProjectForm } from './messages/project-form.ts'
import { projectMade } from './messages/project-made.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { BotJob } from '../../store/payloads.ts'
import { actorOf } from '../../audience/actor.ts'
import { linkFor } from '../../audience/audience.ts'
import { askFirst, consentFor, wishFor } from '../../audience/consent.ts'
import { subscribed } from '../../audience/messages/subscribed.ts'
import { notifyChannel } from '../../answers/notify.ts'
import { confirmSubscription, receivedBy } from '../channels/subscribe.ts'
import { proposedName, teammatesOf } from '../project-channels/channel-for-project.ts'
import { findProject } from '../../tracker/listed-projects.ts'
import {
  type Made,
  makeProject,
  type Wish,
  channelRefused,
  routeOf,
  channelOf,
  formOf,
  notifyRequester,
} from './make-project.ts'
import { projectCardPost } from '../../sync/posts/project-card-updates.ts'
import { type ProjectInView, viewOf } from '../../tracker/project-in-view.ts'
import { projectTrouble, refuseProject } from './project-trouble.ts'

const isOpen = ({ state }: ProjectRequest) =>
  state === 'stored' || state === 'sending' || state === 'unknown' || state === 'created'

/** The tracker's project, or the form's values until the tracker lists it. */
const viewOfMade = async (deps: BotDeps, { form }: Wish, made: Made): Promise<ProjectInView> => {
  const { name, startDate: start_date, dueDate: due_date } = form
  const found = made.found ?? (await findProject(deps, made.uuid, name))
  const view = found ?? viewOf({ name, project_state: 'Active', start_date, due_date })
  return {
    ...view,
    uuid: made.uuid,
    accountName: view.accountName ?? form.account?.text,
    internalUrl: view.internalUrl ?? made.urls?.internal_project_url ?? undefined,
    portalUrl: view.portalUrl ?? made.urls?.portal_project_url ?? undefined,
  }
}

/**
 * Where the card goes, and what links the channel. Or why it goes nowhere yet: the person may no longer subscribe the
 * channel (`refused`), or the channel has other readers than the preview named, so the person is asked (`question`).
 */
const placeOf = async (
  deps: BotDeps,
  { id, user_id: user }: ProjectRequest,
  { channel, readers }: ProjectForm,
  view: ProjectInView,
) => {
  if (channel === undefined) return {}
  deps.slack.forgetChannel(channel)
  const actor = await actorOf(deps, { user }, 'or throw')
  if (await channelRefused(deps, actor, channel)) return { refused: channel }
  const route = await routeOf(deps, channel)
  if (!route) return {}
  const wish = wishFor(channel, view)
  const consent = await consentFor(deps, wish, readers)
  if (consent.kind !== 'given') return { question: askFirst(consent, wish) }
  // If the event came first and the channel's filters skipped its card, this request asks for it explicitly.
  const card = { ...(await projectCardPost(deps, view, route)), whenNeeded: undefined }
  /** The tracker's own event has the same key, so the card is posted once. */
  const link = async (tx: Tx) => {
    const creation = { createdBy: user, createdAt: deps.now(), ownEvents: undefined }
    const isNew = await confirmSubscription(deps, tx, { ...wish, ...creation }, consent)
    await queuePosts(deps, tx, [card])
    // Told like any other channel: who subscribed it, and what it receives.
    if (isNew)
      await notifyChannel(
        deps,
        tx,
        channel,
        `created-${id}`,
        subscribed({
          ...wish,
          url: linkFor(route, view),
          by: user,
          ...(await receivedBy(tx.sql, channel)),
        }),
      )
  }
  return { route, link }
}

const ownChannelOf = async (
  deps: BotDeps,
  row: ProjectRequest,
  { newChannel, owner, team, channel: askedIn }: ProjectForm,
  view: ProjectInView,
): Promise<WantedChannel | undefined> =>
  newChannel && {
    projectUuid: view.uuid,
    name: await proposedName(deps, { name: view.item.name, accountName: view.accountName }),
    isPrivate: newChannel === 'private',
    askedBy: row.user_id,
    askedIn,
    people: await teammatesOf(
      deps,
      [owner, ...team].map((one) => one?.value),
    ),
  }

/** One transaction stores the card, the subscription, the answer and the request's state. */
const announce = async (deps: BotDeps, wish: Wish, made: Made, by: string | undefined): Promise<void> => {
  const { row, form } = wish
  const view = await viewOfMade(deps, wish, made)
  const { route, link, refused, question } = await placeOf(deps, row, form, view)
  const channel = route?.channel
  const url = route ? linkFor(route, view) : (view.internalUrl ?? view.portalUrl)
  const wanted = await ownChannelOf(deps, row, form, view)
  await deps.database.transaction(async (tx) => {
    await rememberProject(tx.sql, view)
    await deps.lanes.enqueue(tx, [listingJob(view.uuid, deps)])
    await link?.(tx)
    const isWanted = wanted && (await wantChannel(tx, wanted, deps.now()))
    if (isWanted)
      await deps.lanes.enqueue(tx, [{ kind: 'channel', lane: view.uuid, payload: { project: view.uuid } }])
    const newChannel = isWanted ? wanted.name : undefined
    const places = { channel, refused, newChannel, isAsked: question !== undefined }
    const message = projectMade({ projectName: view.item.name, url, ...places, by })
    await notifyRequester(deps, tx, row, message, { channel })
    if (question) await notifyRequester(deps, tx, row, question, { channel: undefined })
    await setProjectRequest(tx.sql, row.id, { state: 'created', project_uuid: view.uuid, error: null })
  })
}

/** The tracker keeps duplicate links, so a retry checks first. A refusal is only logged. */
const linkProject = async (deps: BotDeps, row: ProjectRequest, projectUuid: string): Promise<void> => {
  const channel = channelOf(row)
  if (deps.integrationUuid === undefined) return
  const { pagination } = await deps.api.listProjects({ external_id: row.external_id, limit: 1 })
  if (pagination.total > 0) return
  try {
    await deps.api.createExternalLink({
      project_uuid: projectUuid,
      integration_uuid: deps.integrationUuid,
      external_id: row.external_id,
      external_type: 'Slack',
      external_label: 'Created from Slack',
      ...(channel !== undefined && { external_link: `https://slack.com/app_redirect?channel=${channel}` }),
    })
  } catch (error) {
    if (!isRefusal(error)) throw error
    deps.log.warn({ request: row.id, reason: error.message }, 'a project has no external link')
  }
}

const sameWish = (one: ProjectForm, other: ProjectForm): boolean =>
  one.account?.value === other.account?.value && one.playbook?.value === other.playbook?.value

const work = async (deps: BotDeps, row: ProjectRequest, job: Job): Promise<void> => {
  if (row.state !== 'created') {
    const form = formOf(row)
    const made = await makeProject(deps, { row, form })
    const maker = made.before ? await makerOf(deps.database.sql, made.uuid) : undefined
    if (made.before && !(maker && sameWish(formOf(maker), form))) {
      const problem = { input: formInputs.name, text: nameTaken }
      return refuseProject(deps, job, row, [problem])
    }
    const by = maker && maker.user_id !== row.user_id ? maker.user_id : undefined
    await announce(deps, { row, form }, made, by)
  }
  const now = await projectRequest(deps.database.sql, row.id)
  if (now?.project_uuid) await linkProject(deps, row, now.project_uuid)
  await deps.database.transaction(async (tx) => {
    await setProjectRequest(tx.sql, row.id, { state: 'done', settled_at: deps.now() })
    await job.done(tx)
  })
}

/** Lane `create`, one per project name. */
export const createProject = async (deps: BotDeps, job: BotJob<'create'>): Promise<void> => {
  const row = await projectRequest(deps.database.sql, job.payload.request)
  if (!row || !isOpen(row)) return
  try {
    await work(deps, row, job)
  } catch (error) {
    await projectTrouble(deps, job, row, error)
  }
}
