import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Side } from './viewer.ts'

/** What is signed: whose, who, until when. */
export interface Claim {
  readonly org: string
  readonly personUuid: string
  readonly until: number
}

const cookieOf = (side: Side) => `${side}-person`

export const claimText = ({ org, personUuid, until }: Claim): string => `${org} ${personUuid} ${until}`

/** What a signed text says, unless it has run out. */
export const claimIn = (text: string | null, now: number): Claim | undefined => {
  const [org, personUuid, until] = (text ?? '').split(' ')
  return org && personUuid && Number(until) > now ? { org, personUuid, until: Number(until) } : undefined
}

/** Who the signed cookie of this side says; nobody when it is missing, forged or over. */
export const remembered = (request: FastifyRequest, side: Side, now: number): Claim | undefined => {
  const cookie = request.cookies[cookieOf(side)]
  if (cookie === undefined) return undefined
  const { valid, value } = request.unsignCookie(cookie)
  return valid ? claimIn(value, now) : undefined
}

const lifeMs = 12 * 3_600_000

export const remember = (
  reply: FastifyReply,
  side: Side,
  { now, secure, ...who }: { org: string; personUuid: string; now: number; secure: boolean },
): void => {
  reply.setCookie(cookieOf(side), claimText({ ...who, until: now + lifeMs }), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    signed: true,
    maxAge: lifeMs / 1_000,
  })
}

export const forget = (reply: FastifyReply): void => {
  for (const side of ['vendor', 'portal'] as const) reply.clearCookie(cookieOf(side), { path: '/' })
}
