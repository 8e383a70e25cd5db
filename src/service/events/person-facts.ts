import type { Queries } from '../store/database.ts'
import { organizationName } from '../store/people/organizations.ts'
import { fullName } from '../store/people/people.ts'
import type { PersonRow } from '../store/rows.ts'

/** A person as events name them. */
export const personFacts = async (sql: Queries, person: PersonRow) => ({
  first_name: person.first_name,
  last_name: person.last_name,
  full_name: fullName(person),
  email_address: person.email,
  vendor_name: await organizationName(sql, person.org),
  is_customer: person.account_uuid !== null,
  is_active: person.is_active === 1,
})
