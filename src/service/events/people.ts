import { isCustomer } from '../access.ts'
import { organizationName } from '../store/people/organizations.ts'
import { fullName } from '../store/people/people.ts'
import type { PersonRow, Scope } from '../store/rows.ts'

/** A person as every record names them. */
export const nameFacts = (person: PersonRow, vendor: string) => ({
  first_name: person.first_name,
  last_name: person.last_name,
  full_name: fullName(person),
  email_address: person.email,
  vendor_name: vendor,
  is_customer: isCustomer(person),
})

/** Who made a change, as its event says it. */
export const personFacts = async (scope: Scope, person: PersonRow) => ({
  ...nameFacts(person, await organizationName(scope)),
  is_active: person.is_active === 1,
})
