import type { BotDeps } from '../deps.ts'
import { isColleague, type Standing } from '../slack/standing.ts'
import { type Route, routeTo } from './audience.ts'

declare const made: unique symbol

/** Who acts, and where. Only `actorOf` makes one, so a use-case that takes one is never reached without it. */
export interface Actor {
  readonly [made]: true
  readonly user: string
  readonly standing: Standing
  /** The channel, and who reads it; undefined on the Home tab, in search, and in a dialog without a channel. */
  readonly place: Route | undefined
}

/** An actor in a channel. */
export type Here = Actor & { readonly place: Route }

export const isHere = (actor: Actor): actor is Here => actor.place !== undefined

/** Makes the actor once it is asked for: most messages in a channel are not for us. */
export type Acting = () => Promise<Actor>

export interface Claims {
  user: string
  /** The person's workspace, where Slack says it. */
  team?: string | undefined
  /** Slack's own word. */
  channel?: string | undefined
  /** What one of our dialogs carries: a client can alter it, so the person must be in that channel. */
  named?: string | undefined
}

type Deps = Pick<BotDeps, 'slack' | 'log'>

/** In Enterprise Grid `team` may be a sister workspace or the organization: the person's profile decides then. */
const standingOf = async ({ slack }: Deps, { user, team }: Claims): Promise<Standing> => {
  const own = await slack.identity()
  const isOurs = team === undefined || team === own.teamId || own.enterpriseId !== undefined
  return isOurs ? (await slack.person(user)).standing : 'stranger'
}

const placeOf = async (deps: Deps, { user, channel, named }: Claims): Promise<Route | undefined> => {
  if (channel !== undefined) return routeTo(deps, channel)
  if (named === undefined || !(await deps.slack.isIn(named, user))) return undefined
  return routeTo(deps, named)
}

/** Where one of them acts, others than our own people read, whatever Slack says of the channel. */
const amongOthers = <A extends { place: Route | undefined }>(actor: A): A => ({
  ...actor,
  place: actor.place && { ...actor.place, shared: true },
})

/** Whatever Slack does not tell gives no rights and counts as read by others. */
export const actorOf = async (deps: Deps, claims: Claims): Promise<Actor> => {
  const unless = (error: unknown) => {
    deps.log.warn({ reason: (error as Error).message }, 'Slack did not say who acts, or where')
  }
  const { user, channel } = claims
  const [standing, place] = await Promise.all([
    standingOf(deps, claims).catch(unless),
    placeOf(deps, claims).catch(unless),
  ])
  const unseen = channel === undefined ? undefined : { channel, shared: true, unread: true }
  const known = { user, standing: standing ?? 'unknown', place: place ?? unseen }
  return (isColleague(known.standing) ? known : amongOthers(known)) as Actor
}

/** Somebody of whom Slack tells nothing in time. */
export const nobody = (user: string): Actor =>
  ({ user, standing: 'unknown', place: undefined }) as unknown as Actor

export const actingAs = (deps: Deps, claims: Claims): Acting => {
  let actor: Promise<Actor> | undefined
  return () => (actor ??= actorOf(deps, claims))
}
