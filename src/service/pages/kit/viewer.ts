import { isCustomer } from '../../access.ts'
import type { Deps } from '../../deps.ts'
import { findPeople, offeredPeople } from '../../store/people/people.ts'
import type { PersonRow } from '../../store/rows.ts'

export type Side = 'vendor' | 'portal'

export interface Asked {
  readonly side: Side
  readonly org: string
  /** The portal is for the contacts of this account only. */
  readonly accountUuid: string | undefined
  /** E-mail addresses or uuids, from the URL and the cookie. The first one that fits counts. */
  readonly wanted: readonly (string | undefined)[]
  /** Allows only these, because people have to sign in. */
  readonly strict: boolean
}

const mostOffered = 100

const isOffered = (person: PersonRow, { side, accountUuid }: Asked) =>
  person.is_active === 1 &&
  (side === 'vendor'
    ? !isCustomer(person) && person.role !== 'API User'
    : isCustomer(person) && (accountUuid === undefined || person.account_uuid === accountUuid))

/** The vendor's people see the vendor's pages, and customers the portal. `known` tells whether the person exists. */
export const findViewer = async (deps: Deps, asked: Asked) => {
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
  const isListed = asked.strict || !person || others.some(({ uuid }) => uuid === person.uuid)
  return { person, others: isListed ? others : [person, ...others], known }
}
