import { listDataFields as fieldsOf } from '../store/projects/data-fields.ts'
import { fullName, listPeople } from '../store/people/people.ts'
import { listPlaybooks as playbooksOf } from '../store/playbooks/playbooks.ts'
import { organizationName } from '../store/people/organizations.ts'
import type { Page } from '../store/like.ts'
import type { Actor, Deps } from '../deps.ts'

export const listPlaybooks = async (
  { database }: Deps,
  { org }: Actor,
  { name, limit, offset }: Page & { name?: string | undefined },
) => {
  const { playbooks, total } = await playbooksOf(database.sql, org, { name, limit, offset })
  return { playbooks, pagination: { total } }
}

/** Differ between environments (interface, "Data field"): these are this one's. */
const typeCodes = { PROJECT: 1, TASK: 2 } as const

/** The filter takes the stable string, and the code of this environment. */
const objectType = (code: string) =>
  Object.entries(typeCodes).find(([, number]) => String(number) === code)?.[0] ?? code.toUpperCase()

export const listDataFields = async (
  { database, legacyIds }: Deps,
  { org }: Actor,
  input: Page & { object_type_code?: string | undefined; is_archived?: boolean | undefined },
) => {
  const { object_type_code: code, is_archived: isArchived, limit, offset } = input
  const { fields, total } = await fieldsOf(database.sql, org, {
    limit,
    offset,
    ...(code !== undefined && { objectType: objectType(code) }),
    ...(isArchived !== undefined && { isArchived }),
  })
  return {
    datafields: fields.map((field) => ({
      ...(legacyIds && { id: field.id }),
      uuid: field.uuid,
      name: field.name,
      object_type: field.object_type,
      object_type_code: typeCodes[field.object_type],
      field_type: field.kind,
      options: JSON.parse(field.choices) as string[],
      is_archived: field.is_archived === 1,
    })),
    pagination: { total },
  }
}

interface UsersQuery {
  readonly is_customer_user?: boolean | undefined
  readonly limit?: number | undefined
  readonly offset: number
}

export const listUsers = async (
  { database, legacyIds }: Deps,
  { org }: Actor,
  { is_customer_user: isCustomer, limit = Number.MAX_SAFE_INTEGER, offset }: UsersQuery,
) => {
  const { people, total } = await listPeople(database.sql, org, { isCustomer, limit, offset })
  const vendor = await organizationName(database.sql, org)
  return {
    users: people.map((person) => ({
      ...(legacyIds && { id: person.id }),
      uuid: person.uuid,
      first_name: person.first_name,
      last_name: person.last_name,
      full_name: fullName(person),
      email_address: person.email,
      vendor_name: vendor,
      customer_name: person.account_name,
      is_customer: person.account_uuid !== null,
      is_active: person.is_active === 1,
      user_role: person.role,
    })),
    pagination: { total },
  }
}
