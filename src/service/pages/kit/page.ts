import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PersonRow } from '../../store/rows.ts'
import type { Actor, Deps } from '../../deps.ts'
import { notFound } from '../../refusals.ts'
import { chosen, rememberChoice, signedIn } from './session.ts'
import { type Asked, findViewer, type Side, type Viewer } from './viewer.ts'

/** Open: a visitor on this machine chooses a demo person. Other organizations' people always sign in. */
export interface Entrance {
  readonly open: boolean
  /** Sends cookies over https only. */
  readonly secure: boolean
}

export interface Page {
  readonly side: Side
  readonly base: string
  readonly home: string
  /** `?as=…` when the address names the person: every link and form of the page repeats it. */
  readonly query: string
  readonly actor: Actor
  readonly viewer: Viewer
  readonly person: PersonRow
  /** The people the switch offers; only the person themselves where people sign in. */
  readonly others: readonly PersonRow[]
}

export class SignInNeeded extends Error {
  override name = 'SignInNeeded' as const
}

export interface Wanted {
  readonly side: Side
  /** The demo organization, for visitors who have not signed in. */
  readonly org: string
  readonly entrance: Entrance
}

/** The organization and the person, from the session; where the demo is open, from the address or the choice. */
const askerOf = async (deps: Deps, request: FastifyRequest, { side, org: demo, entrance }: Wanted) => {
  const session = await signedIn(deps, request, side)
  if (!entrance.open && session === undefined) throw new SignInNeeded()
  const org = session?.org ?? demo
  const open = entrance.open && org === demo
  const { as } = request.query as { as?: unknown }
  const said = open && typeof as === 'string' ? as : undefined
  return { org, open, said, remembered: session?.personUuid ?? chosen(request, side) }
}

export const organizationOf = async (deps: Deps, request: FastifyRequest, wanted: Wanted): Promise<string> =>
  (await askerOf(deps, request, wanted)).org

/** The person of the address, else of the cookie, else the first the switch offers. Counts as a call. */
export const pageFor = async (
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { base, accountUuid, ...wanted }: Wanted & Pick<Asked, 'accountUuid'> & { base: string },
): Promise<Page> => {
  const { side, entrance } = wanted
  const { org, open, said, remembered } = await askerOf(deps, request, wanted)
  const strict = !open
  const asked = { side, org, accountUuid, wanted: [said, remembered], strict }
  const { viewer, known } = await findViewer(deps, asked)
  // A person deactivated meanwhile must sign in again and is refused there; another account's contact need
  // not.
  if (!viewer && strict && !known) throw new SignInNeeded()
  await deps.meter({ org, isWrite: request.method === 'POST' })
  if (!viewer) throw notFound(strict ? 'Project' : 'A contact of this customer')
  const { person } = viewer
  if (said !== undefined)
    rememberChoice(request, reply, { side, personUuid: person.uuid, secure: entrance.secure })
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
