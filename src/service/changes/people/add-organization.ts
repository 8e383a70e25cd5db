import { z } from 'zod'
import { defaultUuid } from '../../deps.ts'
import { hashOf } from '../../hash-of.ts'
import { invalid } from '../../refusals.ts'
import type { Database } from '../../store/database.ts'
import { isOrganizationNamed, writeOrganization } from '../../store/people/organizations.ts'
import { freshKey } from './keys.ts'

const words = z.string().trim().min(1)
const wish = z.object({
  name: words.max(150),
  email: z.string().trim().toLowerCase().max(254).pipe(z.email()),
  admin: words.max(100),
})

const problems: Record<string, string> = {
  name: 'The organization needs a name of 1 to 150 characters.',
  email: 'The Vendor Admin needs an e-mail address.',
  admin: 'The Vendor Admin needs a name of 1 to 100 characters.',
}

export interface AddedOrganization {
  readonly name: string
  readonly email: string
  /** Shown this once: it is kept as a hash alone. */
  readonly key: string
  readonly integrationUuid: string
}

/**
 * A further organization on the same service, with its first Vendor Admin, the user its keys act as, a key and
 * an integration. Whoever can open the database may do this: no operation of the interface makes one.
 */
export const addOrganization = async (
  database: Database,
  given: { name: string; email: string; admin: string },
  { now = Date.now, newUuid = defaultUuid } = {},
): Promise<AddedOrganization> => {
  const parsed = wish.safeParse(given)
  const field = String(parsed.error?.issues[0]?.path[0] ?? 'name')
  if (!parsed.success) throw invalid(field, problems[field] ?? parsed.error.message)
  const { name, email, admin } = parsed.data
  const [org, api, integration, key] = [newUuid(), newUuid(), newUuid(), freshKey(newUuid)]
  const [first = admin, ...last] = admin.split(/\s+/)
  const person = (uuid: string, first_name: string, last_name: string) =>
    ({ uuid, org, first_name, last_name, is_active: 1 }) as const
  const made = {
    organization: { uuid: org, name, created_at: now() },
    people: [
      { ...person(newUuid(), first, last.join(' ')), email, role: 'Vendor Admin' as const },
      { ...person(api, 'API', 'User'), email: `api@${org}.invalid`, role: 'API User' as const },
    ],
    key: {
      uuid: newUuid(),
      org,
      hash: hashOf(key),
      label: 'First key',
      person_uuid: api,
      created_at: now(),
    },
    integration: { uuid: integration, org, name: 'CRM' },
  }
  await database.transaction(async ({ sql }) => {
    if (await isOrganizationNamed(sql, name)) throw invalid('name', `There is an organization named ${name}.`)
    await writeOrganization(sql, made)
  })
  return { name, email, key, integrationUuid: integration }
}
