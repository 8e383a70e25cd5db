import type { BotDeps } from '../deps/deps.ts'
import type { Role } from '../slack/slack.ts'
import { type Route, routeAlone, routeTo, receivesAsShared } from './audience.ts'
import {
  adminsOnly,
  guestsMayNot,
  notAllowed,
  notKnownWho,
  notAChannel,
  notInChannel,
  notYourChannel,
} from './messages/not-here.ts'
import type { Message } from '../kit/message.ts'
import { runningIn, coversAny, type RoutedProject } from '../store/subscriptions.ts'
import type { Queries } from '../store/database.ts'
import { taskWithProject } from '../store/known-projects.ts'

declare const made: unique symbol

/** Who acts, and where. Only this file makes an actor, so every caller has gone through its checks. */
export interface Actor {
  readonly [made]: true
  readonly user: string
  readonly role: Role
  /** The channel, and who reads it; undefined on the Home tab, in search, and in a dialog without a channel. */
  readonly place: Route | undefined
}

export type Here = Actor & { readonly place: Route }

export const isHere = (actor: Actor): actor is Here => actor.place !== undefined

interface Claims {
  user: string
  /** The person's workspace, if Slack sends it. */
  team?: string | undefined
  channel?: string | undefined
  /** Only the person and the app read the channel. */
  alone?: boolean | undefined
  /** The channel in a dialog's metadata. A client can change it, so the person's membership is checked. */
  named?: string | undefined
}

/** In Enterprise Grid, `team` may be a sister workspace or the organization, so the profile decides. */
const roleOf = async ({ slack }: BotDeps, { user, team }: Claims): Promise<Role> => {
  const own = await slack.identity()
  const isOurs = team === undefined || team === own.teamId || own.enterpriseId !== undefined
  if (!isOurs) return 'stranger'
  return (await slack.person(user)).role
}

const placeOf = async (
  deps: BotDeps,
  { user, channel, named, alone }: Claims,
): Promise<Route | undefined> => {
  if (channel !== undefined && alone === true) return routeAlone(deps, channel, user)
  if (channel !== undefined) return routeTo(deps, channel)
  if (named === undefined || !(await deps.slack.isIn(named, user))) return undefined
  return routeTo(deps, named)
}

/**
 * If Slack does not answer, the person may only comment, and the channel counts as shared. With `or throw`, its error is
 * thrown: for a job, which is tried again.
 */
export const actorOf = async (deps: BotDeps, claims: Claims, orThrow?: 'or throw'): Promise<Actor> => {
  const { user, channel } = claims
  const noAnswer = (error: unknown): undefined => {
    if (orThrow) throw error
    deps.log.warn({ reason: (error as Error).message }, 'Slack did not say who acts, or where')
  }
  const [role = 'unknown', place] = await Promise.all([
    roleOf(deps, claims).catch(noAnswer),
    placeOf(deps, claims).catch(noAnswer),
  ])
  const unknownRoute =
    channel === undefined
      ? undefined
      : { channel, shared: true, readersUnknown: 'pending' as const, readers: 'unknown', timeZone: 'UTC' }
  const route: Route | undefined = place ?? unknownRoute
  // If an outsider acts in a channel, the channel is shared, even if Slack reports otherwise.
  const checkedRoute = route && !may({ role }, 'work') ? { ...route, shared: true } : route
  return { user, role, place: checkedRoute } as Actor
}

/** In ascending order: each right includes those before it. */
export const rights = [
  /** For actions that neither show nor change anything. */
  'nothing',
  /** Comment on tasks that the channel may see. */
  'comment',
  /** Look up what the channel is subscribed to. */
  'ask here',
  /** Use everything in the tracker, and the channels that the person is in. */
  'work',
  'administer',
] as const
export type Right = (typeof rights)[number]

export const highest: Readonly<Record<Role, Right>> = {
  admin: 'administer',
  member: 'work',
  guest: 'ask here',
  stranger: 'comment',
  unknown: 'comment',
}

export const may = ({ role }: Pick<Actor, 'role'>, right: Right): boolean =>
  rights.indexOf(highest[role]) >= rights.indexOf(right)

export const refusal = (actor: Pick<Actor, 'role'>, right: Right): Message => {
  const { role } = actor
  if (may(actor, 'work') && right === 'administer') return adminsOnly({ action: 'do this' })
  if (role === 'guest') return guestsMayNot()
  return role === 'unknown' ? notKnownWho() : notAllowed()
}

type Refused = { message: Message } | undefined

/** Checks who may change what a channel receives. From elsewhere, only its members may. */
export const maySteer = async (deps: BotDeps, actor: Actor, channel: string): Promise<Refused> => {
  if (!may(actor, 'work')) return { message: refusal(actor, 'work') }
  const { kind, member, archived } = await deps.slack.channel(channel)
  if (kind !== 'channel') return { message: notAChannel() }
  if (!member || archived) return { message: notInChannel() }
  if (channel === actor.place?.channel || (await deps.slack.isIn(channel, actor.user))) return undefined
  return { message: notYourChannel({ channel }) }
}

/** `internal` is undefined when unknown, which counts as internal. */
interface KnownObject {
  project: RoutedProject
  task?: { internal: boolean | undefined }
}

/** Outsiders know only what their channel receives, and nothing internal. */
export const mayKnow = async (deps: BotDeps, actor: Actor, { project, task }: KnownObject) => {
  if (may(actor, 'work')) return true
  if (!may(actor, 'comment') || !actor.place) return false
  if (task && task.internal !== false) return false
  return receivesAsShared(deps, actor.place, project)
}

/** Decides from stored facts, because the caller cannot wait for the tracker. */
export const mayKnowTask = async (deps: BotDeps, actor: Actor, taskUuid: string) => {
  if (may(actor, 'work')) return true
  const stored = await taskWithProject(deps.database.sql, taskUuid)
  if (!stored) return false
  const { task, project } = stored
  return mayKnow(deps, actor, { project, task: { internal: task.isInternal } })
}

/**
 * The task's name, if all readers of the channel may know it. Asks only the database: once outsiders read the channel,
 * the subscriptions from before are paused.
 */
export const nameForAll = async (sql: Queries, channel: string, taskUuid: string) => {
  const stored = await taskWithProject(sql, taskUuid)
  if (stored?.task.isInternal !== false) return undefined
  return coversAny(await runningIn(sql, channel), stored.project) ? stored.task.name : undefined
}

/** For a thread that already shows the task. Outsiders lose the right when the task becomes internal. */
export const mayComment = (by: Pick<Actor, 'role'>, isInternal: boolean): boolean =>
  may(by, 'work') || (may(by, 'comment') && !isInternal)
