import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PersonRow } from '../../store/rows.ts'
import type { Actor, Deps } from '../../deps.ts'
import { notFound } from '../../refusals.ts'
import { chosen, rememberChoice, signedIn } from './session.ts'
import { type Asked, findViewer, type Side } from './viewer.ts'

export interface Entrance {
  /** Visitors choose a demo person instead of signing in. People of other organizations always sign in. */
  readonly open: boolean
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

/** The organization and the person, from the session, or in the open demo from the URL or a cookie. */
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

/** Finds the person by URL, then by cookie; in the open demo, the first one otherwise. Counts as a call. */
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
  const { person, others, known } = await findViewer(deps, asked)
  // Somebody who was deactivated has to sign in again. Another account's contact gets a 404 instead.
  if (!person && strict && !known) throw new SignInNeeded()
  await deps.meter({ org, isWrite: request.method === 'POST' })
  if (!person) throw notFound(strict ? 'Project' : 'Contact of this customer')
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
