import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieName } from '../../../http/headers.ts'
import { type Acting, actingAs, isCustomer, notFound } from '../../acting.ts'
import { freshToken } from '../../passwords.ts'
import { hashOf } from '../../../contract/text.ts'
import { addExpiring, endPageSessions, pageSession, type Side } from '../../store/sign-in.ts'
import type { PersonRow, Scope } from '../../store/rows.ts'
import type { Site } from './site.ts'
import { findPeople, offeredPeople, organizationAmong, uniquePeople } from '../../store/people.ts'

export const sides = ['vendor', 'portal'] as const

export const lifeMs = 12 * 3_600_000

/** A visitor's cookies. `choice` is the person that a visitor of the open demo chose; it grants no access elsewhere. */
export const cookiesOf = ({ entrance }: Pick<Site, 'entrance'>, request: FastifyRequest) => {
  // Fastify takes the protocol from trusted proxies only.
  const secure = entrance.isSecure || request.protocol === 'https'
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  const of = (name: string) => {
    const cookie = cookieName(name, secure)
    return {
      get: () => request.cookies[cookie],
      set: (reply: FastifyReply, value: string, maxAgeMs = lifeMs) =>
        void reply.setCookie(cookie, value, { ...options, maxAge: maxAgeMs / 1_000 }),
      clear: (reply: FastifyReply) => void reply.clearCookie(cookie, options),
    }
  }
  return {
    of,
    session: (side: Side) => of(`${side}-session`),
    choice: (side: Side) => of(`${side}-choice`),
  }
}

/** The hash of a session's token, which is in the cookie. */
export const sessionHash = (site: Pick<Site, 'entrance'>, request: FastifyRequest, side: Side) => {
  const token = cookiesOf(site, request).session(side).get()
  return token === undefined ? undefined : hashOf(token)
}

/** Who is signed in. */
export const findSession = async (site: Site, request: FastifyRequest, side: Side) => {
  const { database, now } = site.deps
  const hash = sessionHash(site, request, side)
  return hash === undefined ? undefined : pageSession(database.sql, { hash, side, now: now() })
}

const ownHashes = (site: Site, request: FastifyRequest) =>
  sides.flatMap((side) => sessionHash(site, request, side) ?? [])

/** Ends the browser's former sessions: somebody else may use it now. */
export const beginSession = async (
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  side: Side,
  { org, uuid }: PersonRow,
): Promise<void> => {
  const { deps } = site
  const token = freshToken()
  const now = deps.now()
  const session = { hash: hashOf(token), org, person_uuid: uuid, side, expires_at: now + lifeMs }
  await deps.database.transaction(async ({ sql }) => {
    await endPageSessions(sql, ownHashes(site, request))
    await addExpiring(sql, 'page_session', session, now)
  })
  const cookies = cookiesOf(site, request)
  cookies.session(side).set(reply, token)
  for (const other of sides) if (other !== side) cookies.session(other).clear(reply)
}

export const endSessions = async (site: Site, request: FastifyRequest, reply: FastifyReply) => {
  await site.deps.database.transaction(({ sql }) => endPageSessions(sql, ownHashes(site, request)))
  const cookies = cookiesOf(site, request)
  for (const side of sides) for (const one of [cookies.session(side), cookies.choice(side)]) one.clear(reply)
}

export const bases: Readonly<Record<Side, string>> = { vendor: '/projects', portal: '/portal/projects' }

export interface Page {
  readonly side: Side
  readonly base: string
  readonly home: string
  /** `?as=…` if the URL names the person. Every link and form on the page repeats it. */
  readonly query: string
  readonly acting: Acting
  readonly person: PersonRow
  /** The hash of the session. Undefined in the open demo. */
  readonly session: string | undefined
  /** The people to choose from; empty where people sign in. */
  readonly others: readonly PersonRow[]
}

export class SignInNeeded extends Error {
  override name = 'SignInNeeded' as const
}

/** The first demo organization, unless the person belongs to another one. */
const demoOrganization = async ({ deps, org, entrance }: Site, person: string | undefined) => {
  const { alsoOpen } = entrance
  if (person === undefined || alsoOpen.length === 0) return org
  return (await organizationAmong(deps.database.sql, alsoOpen, person.toLowerCase())) ?? org
}

/** The organization and the person, from the session, or in the open demo from the URL or a cookie. */
const visitorOf = async (site: Site, request: FastifyRequest, side: Side) => {
  const { entrance } = site
  const session = await findSession(site, request, side)
  if (!entrance.open && session === undefined) throw new SignInNeeded()
  const { as } = request.query as { as?: unknown }
  const fromUrl = typeof as === 'string' ? as : undefined
  const remembered = session?.personUuid ?? cookiesOf(site, request).choice(side).get()
  const org = session?.org ?? (await demoOrganization(site, fromUrl ?? remembered))
  const open = entrance.open && [site.org, ...entrance.alsoOpen].includes(org)
  return { org, open, fromUrl: open ? fromUrl : undefined, remembered }
}

export const scopeFor = async (site: Site, request: FastifyRequest, side: Side): Promise<Scope> => {
  const { org } = await visitorOf(site, request, side)
  return { sql: site.deps.database.sql, org }
}

const mostOffered = 100

interface Wanted {
  readonly side: Side
  readonly accountUuid?: string | undefined
  /** An open page asks whether anything changed, which is no call of its person. */
  readonly isPoll?: boolean
}

/** The first wanted person who may see this side, or else the first one that the open demo offers. */
const findPersonFor = async (
  scope: Scope,
  { side, accountUuid }: Wanted,
  wanted: readonly string[],
  open: boolean,
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

export const countCall = ({ method }: FastifyRequest, { deps, org, personUuid }: Acting): Promise<void> =>
  deps.meter({ org, isWrite: method === 'POST', person: personUuid })

/** If `accountUuid` is given, the portal is only for its contacts. Counts as a call of the person. */
export const pageFor = async (
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  wanted: Wanted,
): Promise<Page> => {
  const { deps } = site
  const { side } = wanted
  const { org, open, fromUrl, remembered } = await visitorOf(site, request, side)
  const names = [fromUrl, remembered].filter((text) => text !== undefined).map((text) => text.toLowerCase())
  const scope = { sql: deps.database.sql, org }
  const { person, others, isKnown } = await findPersonFor(scope, wanted, names, open)
  // Somebody who was deactivated has to sign in again. Another account's contact gets a 404 instead.
  if (!person && !open && !isKnown) throw new SignInNeeded()
  if (!person) throw notFound('Project')
  const acting = actingAs(deps, { org, personUuid: person.uuid })
  if (!wanted.isPoll) await countCall(request, acting)
  request.isKnown = true
  if (fromUrl !== undefined) cookiesOf(site, request).choice(side).set(reply, person.uuid)
  const base = bases[side]
  const query = fromUrl === undefined ? '' : `?as=${encodeURIComponent(person.email)}`
  const session = sessionHash(site, request, side)
  return { side, base, home: `${base}${query}`, query, acting, person, session, others }
}

/** For a form: finds who sends it before its body is read. */
export const beforeBody = (find: (request: FastifyRequest, reply: FastifyReply) => Promise<Page>) => ({
  onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
    request.page = await find(request, reply)
  },
})

/** The page of a form with `beforeBody`. */
export const pageIn = ({ page }: FastifyRequest): Page => {
  if (!page) throw new TypeError('nobody sends this form')
  return page
}

declare module 'fastify' {
  interface FastifyRequest {
    page: Page | undefined
  }
}
