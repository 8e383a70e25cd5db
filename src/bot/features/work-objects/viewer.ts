import { taskWithProject } from '../../store/known/known-of-task.ts'
import type { RoutedProject } from '../../audience/store/covers.ts'
import type { WorkObjectRef } from '../../kit/cards/work-object.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Actor } from '../../audience/actor.ts'
import { receivesAsShared, type Route, routeAlone } from '../../audience/audience.ts'
import { may } from '../../audience/may.ts'

/** The person who opened an object's side panel. */
export interface Viewer {
  /** Undefined in Slack's search. */
  channel: string | undefined
  /** `shared`: show only what people of another organization may see. */
  route: Route
  /** May see only projects that the channel subscribed to while it was known to be shared. */
  onlySubscribed: boolean
}

/** Undefined when outsiders ask for an object that was posted before they could read the channel. */
export const viewerOf = async (
  deps: BotDeps,
  actor: Actor,
  ref: WorkObjectRef,
): Promise<Viewer | undefined> => {
  if (!may(actor, 'comment')) return undefined
  const { user, place } = actor
  const onlySubscribed = !may(actor, 'work') || (place?.shared ?? false)
  if (onlySubscribed && (!ref.portal || !place)) return undefined
  const route = place ?? (await routeAlone(deps, user, user))
  return {
    channel: place?.channel,
    route: { ...route, shared: onlySubscribed || ref.portal },
    onlySubscribed,
  }
}

/** Colleagues may see every project, unless the channel is shared. */
export const maySeeProject = async (
  deps: Pick<BotDeps, 'database'>,
  { channel, route, onlySubscribed }: Viewer,
  project: RoutedProject,
): Promise<boolean> => channel === undefined || !onlySubscribed || receivesAsShared(deps, route, project)

/** Decides from stored facts, because the caller cannot wait for the tracker. */
export const maySeeKnownTask = async (deps: BotDeps, viewer: Viewer, taskUuid: string): Promise<boolean> => {
  const known = await taskWithProject(deps.database.sql, taskUuid)
  if (!known) return false
  if (viewer.route.shared && known.task.isInternal !== false) return false
  return maySeeProject(deps, viewer, known.project)
}
