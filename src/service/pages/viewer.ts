import { listPeople } from '../../store/service/people.ts'
import type { PersonRow } from '../../store/service/rows.ts'
import type { Deps } from '../deps.ts'
import { isCustomer } from '../access.ts'
import { today } from '../deps.ts'
import { notFound } from '../refusals.ts'
import type { Viewer } from './view.ts'

export type Side = 'vendor' | 'portal'

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

const offered = (people: readonly PersonRow[], { side, accountUuid }: Asked) =>
  people.filter(
    (person) =>
      person.is_active === 1 &&
      (side === 'vendor'
        ? !isCustomer(person) && person.role !== 'API User'
        : isCustomer(person) && (accountUuid === undefined || person.account_uuid === accountUuid)),
  )

/** Who looks at a page: the vendor's page is for the vendor's people, the portal for the customer's. */
export const findViewer = async (deps: Deps, asked: Asked): Promise<Viewer> => {
  const page = { isCustomer: undefined, limit: 500, offset: 0 }
  const { people } = await listPeople(deps.database.sql, asked.org, page)
  const others = offered(people, asked)
  const wanted = asked.wanted
    .map((text) => others.find(({ uuid, email }) => uuid === text || email === text?.toLowerCase()))
    .find((person) => person !== undefined)
  const person = wanted ?? (asked.strict ? undefined : others[0])
  if (!person) throw notFound('A contact of this customer')
  return { person, others, names: new Map(people.map((one) => [one.uuid, one])), today: today(deps) }
}
