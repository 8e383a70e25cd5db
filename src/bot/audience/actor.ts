import type { BotDeps } from '../deps/deps.ts'
import { isColleague, type Role } from '../slack/slack.ts'
import { type Route, routeAlone, routeTo } from './audience.ts'

declare const made: unique symbol

/** Who acts, and where. Only this file makes one, so the type system forces callers through it. */
export interface Actor {
  readonly [made]: true
  readonly user: string
  readonly role: Role
  /** The channel, and who reads it; undefined on the Home tab, in search, and in a dialog without a channel. */
  readonly place: Route | undefined
}

export type Here = Actor & { readonly place: Route }

export const isHere = (actor: Actor): actor is Here => actor.place !== undefined

/** Looks up the actor on first call: most channel messages do not need one. */
export type Acting = () => Promise<Actor>

export interface Claims {
  user: string
  /** The person's workspace, if Slack sends it. */
  team?: string | undefined
  /** The channel that Slack reports. */
  channel?: string | undefined
  /** Only the person and the app read it. */
  alone?: boolean | undefined
  /** The channel in a dialog's metadata. A client can change it, so the person's membership is checked. */
  named?: string | undefined
}

type Deps = Pick<BotDeps, 'slack' | 'log'>

/** In Enterprise Grid, `team` may be a sister workspace or the organization, so the profile decides. */
const roleOf = async ({ slack }: Deps, { user, team }: Claims): Promise<Role> => {
  const own = await slack.identity()
  const isOurs = team === undefined || team === own.teamId || own.enterpriseId !== undefined
  if (!isOurs) return 'stranger'
  const { role, hasLeft } = await slack.person(user)
  return hasLeft === true ? 'unknown' : role
}

const placeOf = async (deps: Deps, { user, channel, named, alone }: Claims): Promise<Route | undefined> => {
  if (channel !== undefined && alone === true) return routeAlone(deps, channel, user)
  if (channel !== undefined) return routeTo(deps, channel)
  if (named === undefined || !(await deps.slack.isIn(named, user))) return undefined
  return routeTo(deps, named)
}

/** If an outsider acts in a channel, the channel is shared, even if Slack reports otherwise. */
const amongOthers = <A extends { place: Route | undefined }>(actor: A): A => ({
  ...actor,
  place: actor.place && { ...actor.place, shared: true },
})

const actorBy = async (deps: Deps, claims: Claims, unless: (error: unknown) => undefined): Promise<Actor> => {
  const { user, channel } = claims
  const [role, place] = await Promise.all([
    roleOf(deps, claims).catch(unless),
    placeOf(deps, claims).catch(unless),
  ])
  const unseen =
    channel === undefined
      ? undefined
      : { channel, shared: true, readersUnknown: true, readers: 'unknown', timeZone: 'UTC' }
  const known = { user, role: role ?? 'unknown', place: place ?? unseen }
  return (isColleague(known.role) ? known : amongOthers(known)) as Actor
}

/** An unknown person gets no rights. An unknown channel counts as shared. */
export const actorOf = (deps: Deps, claims: Claims): Promise<Actor> =>
  actorBy(deps, claims, (error) => {
    deps.log.warn({ reason: (error as Error).message }, 'Slack did not say who acts, or where')
    return undefined
  })

/** For a job: throws if Slack does not answer, so that it is tried again. */
export const actorForJob = (deps: Deps, claims: Claims): Promise<Actor> =>
  actorBy(deps, claims, (error) => {
    throw error
  })

/** The actor to use when Slack does not answer in time. */
export const unknownActor = (user: string): Actor =>
  ({ user, role: 'unknown', place: undefined }) as unknown as Actor

export const actingAs = (deps: Deps, claims: Claims): Acting => {
  let actor: Promise<Actor> | undefined
  return () => (actor ??= actorOf(deps, claims))
}
