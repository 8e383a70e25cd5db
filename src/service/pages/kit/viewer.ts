import { isCustomer } from '../../access.ts'
import { type Deps, today } from '../../deps.ts'
import { findPeople, offeredPeople } from '../../store/people/people.ts'
import type { PersonRow } from '../../store/rows.ts'

export type Side = 'vendor' | 'portal'

/** Who looks at a page. */
export interface Viewer {
  readonly person: PersonRow
  /** Everybody whom the switch offers. */
  readonly others: readonly PersonRow[]
  readonly today: string
}

export interface Asked {
  readonly side: Side
  readonly org: string
  /** The portal offers the contacts of this account alone. */
  readonly accountUuid: string | undefined
  /** E-mail or uuid from the address or the cookie; the first that is offered counts. */
  readonly wanted: readonly (string | undefined)[]
  /** Whether nobody else will do: where people sign in. */
  readonly strict: boolean
}

/** Of people in the switch. */
const mostOffered = 100

const isOffered = (person: PersonRow, { side, accountUuid }: Asked) =>
  person.is_active === 1 &&
  (side === 'vendor'
    ? !isCustomer(person) && person.role !== 'API User'
    : isCustomer(person) && (accountUuid === undefined || person.account_uuid === accountUuid))

/**
 * Who looks at a page: the vendor's page is for the vendor's people, the portal for the customer's. Undefined
 * when nobody of those who may is known; `known` says whether the one who asked is somebody at all.
 */
export const findViewer = async (
  deps: Deps,
  asked: Asked,
): Promise<{ viewer: Viewer | undefined; known: boolean }> => {
  const scope = { sql: deps.database.sql, org: asked.org }
  const isPortal = asked.side === 'portal'
  const names = asked.wanted.filter((text) => text !== undefined).map((text) => text.toLowerCase())
  const people = await findPeople(scope, names)
  const offer = { isCustomer: isPortal, accountUuid: asked.accountUuid, limit: mostOffered }
  const others = asked.strict ? [] : await offeredPeople(scope, offer)
  const wanted = names
    .map((text) => people.find(({ uuid, email }) => uuid === text || email === text))
    .find((person) => person !== undefined && isOffered(person, asked))
  const person = wanted ?? others[0]
  const known = people.some((one) => one.is_active === 1 && isCustomer(one) === isPortal)
  if (!person) return { viewer: undefined, known }
  const offered = others.some(({ uuid }) => uuid === person.uuid) ? others : [person, ...others]
  return { viewer: { person, others: offered, today: today(deps) }, known }
}
