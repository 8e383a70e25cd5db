import type { RoutedProject } from '../../store/subscriptions.ts'
import { uuidsInUrl } from '../../answers/reference.ts'
import {
  readExternalRef,
  type PaneRefusal,
  type WorkObject,
  type WorkObjectRef,
  type WhyNoPane,
  workObjectRefusal,
} from '../../kit/work-object.ts'
import { type Actor, may } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { isLate, SlackProblem } from '../../slack/problem.ts'
import { ApiProblem } from '../../../contract/problem.ts'
import { settled, within } from '../../kit/time.ts'
import { projectByUuid } from '../../answers/named-project.ts'
import {
  isPortal,
  projectEntity,
  type Presentation,
  taskToShow,
  taskWorkObject,
} from './work-object-facts.ts'
import { receivesAsShared, type Route, routeAlone } from '../../audience/audience.ts'

/** The person who opened an object's side panel. */
interface Viewer {
  /** `shared`: show only what people of another organization may see. */
  route: Route
  /** May see only projects that the channel subscribed to while it was known to be shared. */
  onlySubscribed: boolean
}

/** Undefined if the person may not see the object. An outsider sees only what was posted for outsiders, in a channel. */
const viewerOf = async (deps: BotDeps, actor: Actor, ref: WorkObjectRef): Promise<Viewer | undefined> => {
  if (actor.role === 'unknown') throw new Error('Slack did not say who looks')
  if (!may(actor, 'comment')) return undefined
  const { user, place } = actor
  const onlySubscribed = !may(actor, 'work') || (place?.shared ?? false)
  if (onlySubscribed && (!ref.portal || !place)) return undefined
  const route = place ?? (await routeAlone(deps, user, user))
  return { route: { ...route, shared: onlySubscribed || ref.portal }, onlySubscribed }
}

/** Colleagues may see every project, unless the channel is shared. */
const maySeeProject = async (deps: BotDeps, { route, onlySubscribed }: Viewer, project: RoutedProject) =>
  !onlySubscribed || receivesAsShared(deps, route, project)

interface DetailsRequest {
  triggerId: string
  /** Missing if the object was found by search. */
  externalRef: { id: string; type?: string | undefined } | undefined
  url: string
}

const refOf = ({ externalRef, url }: DetailsRequest): WorkObjectRef | undefined => {
  if (externalRef) return readExternalRef(externalRef)
  const portal = isPortal(url)
  const { taskUuid, projectUuid } = uuidsInUrl(url)
  if (taskUuid !== undefined) return { kind: 'task', uuid: taskUuid, portal }
  return projectUuid === undefined ? undefined : { kind: 'project', uuid: projectUuid, portal }
}

type Found = { entity: WorkObject } | { why: WhyNoPane }

/** Outsiders must not learn whether an object is hidden or missing. */
const nothing = (viewer: Viewer): Found => ({ why: viewer.route.shared ? 'hidden' : 'missing' })

const projectPane = async (deps: BotDeps, viewer: Viewer, shown: Presentation): Promise<Found> => {
  const found = await projectByUuid(deps, shown.ref.uuid)
  if (!found) return nothing(viewer)
  if (!(await maySeeProject(deps, viewer, found))) return { why: 'hidden' }
  return { entity: await projectEntity(deps, found, shown) }
}

const taskPane = async (deps: BotDeps, viewer: Viewer, shown: Presentation): Promise<Found> => {
  const { projectUuid } = uuidsInUrl(shown.fallbackUrl)
  const view = await taskToShow(deps, viewer.route, shown.ref.uuid, projectUuid)
  if (!view) return nothing(viewer)
  if (!(await maySeeProject(deps, viewer, view.project))) return { why: 'hidden' }
  return { entity: taskWorkObject(view, shown) }
}

const awayKinds: readonly string[] = [
  'unreachable',
  'unknown',
  'not-tracker',
  'rate-limited',
  'quota',
  'unauthorized',
  'forbidden',
]

const brokenOrAway = (deps: BotDeps, ref: WorkObjectRef, error: unknown): PaneRefusal => {
  const why = error instanceof ApiProblem && awayKinds.includes(error.kind) ? 'away' : 'broken'
  const reference = deps.newUuid().slice(0, 8)
  deps.log.warn({ reason: (error as Error).message, reference, ref }, 'a pane could not be filled')
  return workObjectRefusal({ what: ref.kind, why, reference })
}

/** An expired trigger, or a workspace without Work Objects, is not an error. */
const tellPane = async (deps: BotDeps, call: () => Promise<void>): Promise<void> => {
  try {
    await call()
  } catch (error) {
    if (!(error instanceof SlackProblem)) throw error
    const level = isLate(error) ? 'debug' : 'warn'
    deps.log[level]({ problem: error.code }, 'Slack did not take what was meant for a pane')
  }
}

interface Pane {
  ref: WorkObjectRef
  viewer: Viewer
  present: (shown: { entity: WorkObject } | { refusal: PaneRefusal }) => Promise<void>
}

/** If the tracker takes longer than Slack waits, the pane says so, and the facts follow. */
const fill = async (deps: BotDeps, pane: Pane, shown: Presentation): Promise<void> => {
  const { ref, viewer, present } = pane
  const fresh = settled(
    ref.kind === 'task' ? taskPane(deps, viewer, shown) : projectPane(deps, viewer, shown),
  )
  const inTime = await within(deps.paneWaitMs, fresh)
  if (!inTime) await present({ refusal: workObjectRefusal({ what: ref.kind, why: 'away' }) })
  const found = await fresh
  if (found.state === 'failed') {
    if (inTime) await present({ refusal: brokenOrAway(deps, ref, found.error) })
    return
  }
  const { value } = found
  await present('why' in value ? { refusal: workObjectRefusal({ what: ref.kind, ...value }) } : value)
}

export const presentWorkObject = async (deps: BotDeps, actor: Actor, request: DetailsRequest) => {
  const present: Pane['present'] = (shown) =>
    tellPane(deps, () => deps.slack.presentDetails(request.triggerId, shown))
  const ref = refOf(request)
  if (!ref) return present({ refusal: workObjectRefusal({ what: 'task', why: 'missing' }) })
  const who = await settled(viewerOf(deps, actor, ref))
  if (who.state === 'failed') return present({ refusal: brokenOrAway(deps, ref, who.error) })
  const viewer = who.value
  if (!viewer) return present({ refusal: workObjectRefusal({ what: ref.kind, why: 'hidden' }) })
  return fill(deps, { ref, viewer, present }, { ref, route: viewer.route, fallbackUrl: request.url })
}
