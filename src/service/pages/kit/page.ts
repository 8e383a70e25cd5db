import type { FastifyReply, FastifyRequest } from 'fastify'
import { isCustomer } from '../../access.ts'
import { findPeople, offeredPeople, organizationAmong, uniquePeople } from '../../store/people/people.ts'
import type { PersonRow, Scope } from '../../store/rows.ts'
import type { Actor, Deps } from '../../deps.ts'
import { notFound } from '../../refusals.ts'
import type { Side } from '../../store/people/sessions.ts'
import { chosen, rememberChoice, signedIn } from './session.ts'

export interface Entrance {
  /** Visitors choose a demo person instead of signing in. People of other organizations always sign in. */
  readonly open: boolean
  /** Further demo organizations, whose people visitors choose by URL. */
  readonly alsoOpen: readonly string[]
  /** Sends cookies over https only. */
  readonly secure: boolean
}

export interface Page {
  readonly side: Side
  readonly base: string
  readonly home: string
  /** `?as=…` if the URL names the person. Every link and form on the page repeats it. */
  readonly query: string
  readonly actor: Actor
  readonly person: PersonRow
  /** The people to choose from; empty where people sign in. */
  readonly others: readonly PersonRow[]
}

export class SignInNeeded extends Error {
  override name = 'SignInNeeded' as const
}

interface Wanted {
  readonly side: Side
  /** The demo organization, for visitors who have not signed in. */
  readonly org: string
  readonly entrance: Entrance
}

/** The first demo organization, unless the person is one of another. */
const demoOrganization = async (
  deps: Deps,
  person: string | undefined,
  { demo, entrance: { alsoOpen } }: { demo: string; entrance: Entrance },
): Promise<string> => {
  if (person === undefined || alsoOpen.length === 0) return demo
  return (await organizationAmong(deps.database.sql, alsoOpen, person.toLowerCase())) ?? demo
}

/** The organization and the person, from the session, or in the open demo from the URL or a cookie. */
const askerOf = async (deps: Deps, request: FastifyRequest, { side, org: demo, entrance }: Wanted) => {
  const session = await signedIn(deps, request, side)
  if (!entrance.open && session === undefined) throw new SignInNeeded()
  const { as } = request.query as { as?: unknown }
  const named = typeof as === 'string' ? as : undefined
  const remembered = session?.personUuid ?? chosen(request, side)
  const org = session?.org ?? (await demoOrganization(deps, named ?? remembered, { demo, entrance }))
  const open = entrance.open && [demo, ...entrance.alsoOpen].includes(org)
  return { org, open, said: open ? named : undefined, remembered }
}

export const organizationOf = async (deps: Deps, request: FastifyRequest, wanted: Wanted): Promise<string> =>
  (await askerOf(deps, request, wanted)).org

const mostOffered = 100

/** The first wanted person that may see this side, or else the first one that the open demo offers. */
const findPersonFor = async (
  scope: Scope,
  {
    side,
    accountUuid,
    wanted,
    open,
  }: Pick<Wanted, 'side'> & {
    accountUuid: string | undefined
    wanted: readonly string[]
    open: boolean
  },
) => {
  const isPortal = side === 'portal'
  const people = (await findPeople(scope, wanted)).filter(
    (one) => one.is_active === 1 && isCustomer(one) === isPortal,
  )
  const fitting = people.filter(
    (one) => one.role !== 'API User' && (accountUuid === undefined || one.account_uuid === accountUuid),
  )
  const offer = { isCustomer: isPortal, accountUuid, limit: mostOffered }
  const offered = open ? await offeredPeople(scope, offer) : []
  const named = wanted
    .map((text) => fitting.find(({ uuid, email }) => uuid === text || email === text))
    .find((one) => one !== undefined)
  const person = named ?? offered[0]
  const others = open && person ? uniquePeople([...offered, person]) : []
  return { person, others, isKnown: people.length > 0 }
}

/**
 * Finds the person by URL, then by session or cookie, and otherwise takes the first one in the open demo. The portal
 * is for the contacts of `accountUuid`, if it is given. Counts as a call of the person.
 */
export const pageFor = async (
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { base, accountUuid, ...wanted }: Wanted & { base: string; accountUuid?: string | undefined },
): Promise<Page> => {
  const { side, entrance } = wanted
  const { org, open, said, remembered } = await askerOf(deps, request, wanted)
  const scope = { sql: deps.database.sql, org }
  const names = [said, remembered].filter((text) => text !== undefined).map((text) => text.toLowerCase())
  const { person, others, isKnown } = await findPersonFor(scope, { side, accountUuid, wanted: names, open })
  // Somebody who was deactivated has to sign in again. Another account's contact gets a 404 instead.
  if (!person && !open && !isKnown) throw new SignInNeeded()
  if (person) await deps.meter({ org, isWrite: request.method === 'POST', person: person.uuid })
  if (!person) throw notFound(open ? 'Contact of this customer' : 'Project')
  if (said !== undefined)
    rememberChoice(request, reply, { side, personUuid: person.uuid, secure: entrance.secure })
  const query = said === undefined ? '' : `?as=${encodeURIComponent(person.email)}`
  return {
    side,
    base,
    home: `${base}${query}`,
    query,
    actor: { org, personUuid: person.uuid },
    person,
    others,
  }
}
