import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Side } from './viewer.ts'

/** What is signed: who, until when. */
interface Claim {
  readonly personUuid: string
  readonly until: number
}

const cookieOf = (side: Side) => `${side}-person`

export const claimText = ({ personUuid, until }: Claim): string => `${personUuid} ${until}`

/** The person of a signed text that has not run out. */
export const personIn = (text: string | null, now: number): string | undefined => {
  const [personUuid, until] = (text ?? '').split(' ')
  return personUuid && Number(until) > now ? personUuid : undefined
}

/** Who the signed cookie of this side says; nobody when it is missing, forged or over. */
export const rememberedPerson = (request: FastifyRequest, side: Side, now: number): string | undefined => {
  const cookie = request.cookies[cookieOf(side)]
  if (cookie === undefined) return undefined
  const { valid, value } = request.unsignCookie(cookie)
  return valid ? personIn(value, now) : undefined
}

const lifeMs = 12 * 3_600_000

export const remember = (
  reply: FastifyReply,
  side: Side,
  { personUuid, now, secure }: { personUuid: string; now: number; secure: boolean },
): void => {
  reply.setCookie(cookieOf(side), claimText({ personUuid, until: now + lifeMs }), {
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
