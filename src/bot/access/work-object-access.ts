import { knownProject } from '../store/tracker/known-projects.ts'
import { knownTask } from '../store/tracker/known-tasks.ts'
import { subscriptionsOf } from '../store/channels/subscriptions.ts'
import { viewedIn } from '../store/work-objects/work-object-views.ts'
import type { WorkObjectRef } from '../messages/work-objects/work-object.ts'
import type { BotDeps } from '../deps.ts'
import { type Route, routeTo } from './audience.ts'

export interface Viewer {
  user: string
  /** Undefined in Slack's search. */
  channel: string | undefined
  /** `shared`: only what people of another organization may see. */
  route: Route
}

export const refKey = ({ kind, uuid, portal }: WorkObjectRef): string =>
  `${kind}:${portal ? 'portal-' : ''}${uuid}`

/** Whether a shared channel receives this project, subscribed when it was known to be shared. */
export const receivesAsShared = async (
  deps: Pick<BotDeps, 'database'>,
  channel: string,
  project: { uuid: string; accountName: string | undefined },
): Promise<boolean> => {
  const received = await subscriptionsOf(deps.database.sql, channel)
  const targets = { project: project.uuid, account: project.accountName, all: '' }
  return received.some(
    ({ scope, target, paused, sharedWhenMade }) => !paused && sharedWhenMade && target === targets[scope],
  )
}

/** Undefined when outsiders ask for an object that was made before they could read the channel. */
export const viewerOf = async (
  deps: BotDeps,
  ref: WorkObjectRef,
  asked: { user: string; channel?: string | undefined },
): Promise<Viewer | undefined> => {
  const { user } = asked
  const channel = asked.channel ?? (await viewedIn(deps.database.sql, user, refKey(ref)))
  const { stranger } = await deps.slack.person(user)
  const route =
    channel === undefined ? { channel: user, shared: stranger, unread: false } : await routeTo(deps, channel)
  const shared = route.shared || stranger
  if (shared && (!ref.portal || channel === undefined)) return undefined
  return { user, channel, route: { ...route, shared: shared || ref.portal } }
}

/** Our own people may see any project in a channel of ours. */
export const maySeeProject = async (
  deps: BotDeps,
  viewer: Viewer,
  project: { uuid: string; accountName: string | undefined },
): Promise<boolean> => {
  const { channel, user } = viewer
  if (channel === undefined) return true
  const readers = await routeTo(deps, channel)
  const { stranger } = await deps.slack.person(user)
  return readers.shared || stranger ? receivesAsShared(deps, channel, project) : true
}

/** Uses only stored facts, for answers that cannot wait for the tracker. */
export const maySeeKnownTask = async (deps: BotDeps, viewer: Viewer, taskUuid: string): Promise<boolean> => {
  const { sql } = deps.database
  const task = await knownTask(sql, taskUuid)
  const project = task && (await knownProject(sql, task.projectUuid))
  if (!task || !project) return false
  if (viewer.route.shared && task.isInternal !== false) return false
  return maySeeProject(deps, viewer, project)
}
