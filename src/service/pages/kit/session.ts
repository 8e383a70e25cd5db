import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Deps, freshToken } from '../../deps.ts'
import { hashOf } from '../../../contract/text.ts'
import { addExpiring, endPageSessions, pageSession, type Side } from '../../store/people/sign-in.ts'
import type { PersonRow } from '../../store/rows.ts'
import type { Site } from './site.ts'

const sides = ['vendor', 'portal'] as const
const sessionCookie = (side: Side) => `${side}-session`
const choiceCookie = (side: Side) => `${side}-choice`

const lifeMs = 12 * 3_600_000

const cookieOptions = (request: FastifyRequest, secure: boolean) =>
  ({
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    // Fastify takes the protocol from trusted proxies only.
    secure: secure || request.protocol === 'https',
    maxAge: lifeMs / 1_000,
  }) as const

/** Who is signed in. The cookie is a random token that cannot be derived from anything. */
export const signedIn = (deps: Deps, request: FastifyRequest, side: Side) => {
  const token = request.cookies[sessionCookie(side)]
  return token === undefined
    ? Promise.resolve(undefined)
    : pageSession(deps.database.sql, { hash: hashOf(token), side, now: deps.now() })
}

export const beginSession = async (
  { deps, entrance }: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  side: Side,
  { org, uuid }: PersonRow,
): Promise<void> => {
  const token = freshToken()
  const now = deps.now()
  const session = { hash: hashOf(token), org, person_uuid: uuid, side, expires_at: now + lifeMs }
  await deps.database.transaction(({ sql }) => addExpiring(sql, 'page_session', session, now))
  reply.setCookie(sessionCookie(side), token, cookieOptions(request, entrance.secure))
}

export const endSessions = async (deps: Deps, request: FastifyRequest, reply: FastifyReply) => {
  const tokens = sides.flatMap((side) => request.cookies[sessionCookie(side)] ?? [])
  if (tokens.length > 0)
    await deps.database.transaction(({ sql }) => endPageSessions(sql, tokens.map(hashOf)))
  for (const side of sides)
    for (const name of [sessionCookie(side), choiceCookie(side)]) reply.clearCookie(name, { path: '/' })
}

/** The person that a visitor of the open demo chose. It grants no access elsewhere. */
export const chosen = (request: FastifyRequest, side: Side): string | undefined =>
  request.cookies[choiceCookie(side)]

export const rememberChoice = (
  { entrance }: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  side: Side,
  { uuid }: PersonRow,
): void => {
  reply.setCookie(choiceCookie(side), uuid, cookieOptions(request, entrance.secure))
}
