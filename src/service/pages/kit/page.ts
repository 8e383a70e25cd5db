import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PersonRow } from '../../store/rows.ts'
import type { Actor, Deps } from '../../deps.ts'
import { notFound } from '../../refusals.ts'
import { type Claim, remember, remembered } from './session.ts'
import { type Asked, findViewer, type Side, type Viewer } from './viewer.ts'

/**
 * How people come in: anybody chooses who of the demo organization they are (on one's own machine), or they sign
 * in. Other organizations' people sign in everywhere.
 */
export interface Entrance {
  readonly open: boolean
  /** Whether cookies are sent over https alone. */
  readonly secure: boolean
}

/** Whose page it is, and how its links go on being theirs. */
export interface Page {
  readonly side: Side
  readonly base: string
  readonly home: string
  /** `?as=…` when the address says who acts, so that every link and form of the page says it too. */
  readonly query: string
  readonly actor: Actor
  readonly viewer: Viewer
  readonly person: PersonRow
  /** Whom the switch offers; nobody but oneself where people sign in. */
  readonly others: readonly PersonRow[]
}

/** Nobody is signed in: the page is asked for again after that. */
export class SignInNeeded extends Error {
  override name = 'SignInNeeded' as const
}

export interface Wanted {
  readonly side: Side
  /** The demo organization: whose pages they are where nobody has signed in. */
  readonly org: string
  readonly entrance: Entrance
}

/** Whose pages are asked for, and who asks as far as the address and the signed cookie say it. */
const askerOf = (deps: Deps, request: FastifyRequest, { side, org: demo, entrance }: Wanted) => {
  const claim: Claim | undefined = remembered(request, side, deps.now())
  if (!entrance.open && claim === undefined) throw new SignInNeeded()
  const org = claim?.org ?? demo
  const open = entrance.open && org === demo
  const { as } = request.query as { as?: unknown }
  const said = open && typeof as === 'string' ? as : undefined
  return { org, open, said, remembered: claim?.personUuid }
}

/** The organization whose pages are asked for. */
export const organizationOf = (deps: Deps, request: FastifyRequest, wanted: Wanted): string =>
  askerOf(deps, request, wanted).org

/** The person is who the address says, else who the signed cookie says, else the first that is offered. */
export const pageFor = async (
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { base, accountUuid, ...wanted }: Wanted & Pick<Asked, 'accountUuid'> & { base: string },
): Promise<Page> => {
  const { side, entrance } = wanted
  const { org, open, said, remembered } = askerOf(deps, request, wanted)
  const strict = !open
  const asked = { side, org, accountUuid, wanted: [said, remembered], strict }
  const { viewer, known } = await findViewer(deps, asked)
  // Who was deactivated meanwhile signs in again, and is refused there; who is somebody else's contact is not.
  if (!viewer && strict && !known) throw new SignInNeeded()
  if (!viewer) throw notFound(strict ? 'Project' : 'A contact of this customer')
  const { person } = viewer
  if (said !== undefined)
    remember(reply, side, { org, personUuid: person.uuid, now: deps.now(), secure: entrance.secure })
  const query = said === undefined ? '' : `?as=${encodeURIComponent(person.email)}`
  return {
    side,
    base,
    home: `${base}${query}`,
    query,
    actor: { org, personUuid: person.uuid },
    viewer,
    person,
    others: open ? viewer.others : [],
  }
}
