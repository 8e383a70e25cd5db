import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PersonRow } from '../../store/service/rows.ts'
import type { Actor, Deps } from '../deps.ts'
import { notFound } from '../refusals.ts'
import { remember, rememberedPerson } from './session.ts'
import type { Viewer } from './view.ts'
import { type Asked, findViewer, type Side } from './viewer.ts'

/** How people come in: anybody chooses who they are (a demo on one's own machine), or they sign in. */
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

const wantedBy = (deps: Deps, request: FastifyRequest, side: Side, { open }: Entrance) => {
  const { as } = request.query as { as?: unknown }
  const said = open && typeof as === 'string' ? as : undefined
  const remembered = rememberedPerson(request, side, deps.now())
  if (!open && remembered === undefined) throw new SignInNeeded()
  return { said, remembered }
}

/** The person is who the address says, else who the signed cookie says, else the first that is offered. */
export const pageFor = async (
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { base, entrance, ...asked }: Omit<Asked, 'wanted' | 'strict'> & { base: string; entrance: Entrance },
): Promise<Page> => {
  const { said, remembered } = wantedBy(deps, request, asked.side, entrance)
  const strict = !entrance.open
  const { viewer, known } = await findViewer(deps, { ...asked, wanted: [said, remembered], strict })
  // Who was deactivated meanwhile signs in again, and is refused there; who is somebody else's contact is not.
  if (!viewer && strict && !known) throw new SignInNeeded()
  if (!viewer) throw notFound(strict ? 'Project' : 'A contact of this customer')
  const { person } = viewer
  if (said !== undefined)
    remember(reply, asked.side, { personUuid: person.uuid, now: deps.now(), secure: entrance.secure })
  const query = said === undefined ? '' : `?as=${encodeURIComponent(person.email)}`
  return {
    side: asked.side,
    base,
    home: `${base}${query}`,
    query,
    actor: { org: asked.org, personUuid: person.uuid },
    viewer,
    person,
    others: entrance.open ? viewer.others : [],
  }
}
