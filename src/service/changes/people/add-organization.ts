import { z } from 'zod'
import type { Database } from '../../store/database.ts'
import { insertOrganization, isOrganizationNamed } from '../../store/people/new-organization.ts'
import { freshKey } from './keys.ts'
import { defaultUuid } from '../../deps.ts'
import { hashOf } from '../../hash-of.ts'
import { invalid } from '../../refusals.ts'

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
  const org = newUuid()
  const [first = admin, ...last] = admin.split(/\s+/)
  const api = newUuid()
  const key = freshKey(newUuid)
  const integration = newUuid()
  const person = { org, account_uuid: null, is_active: 1 } as const
  await database.transaction(async ({ sql }) => {
    if (await isOrganizationNamed(sql, name)) throw invalid('name', `There is an organization named ${name}.`)
    await insertOrganization(sql, {
      organization: { uuid: org, name, created_at: now() },
      people: [
        {
          ...person,
          uuid: newUuid(),
          first_name: first,
          last_name: last.join(' '),
          email,
          role: 'Vendor Admin',
        },
        {
          ...person,
          uuid: api,
          first_name: 'API',
          last_name: 'User',
          email: `api@${org}.invalid`,
          role: 'API User',
        },
      ],
      key: {
        uuid: newUuid(),
        org,
        hash: hashOf(key),
        label: 'First key',
        person_uuid: api,
        created_at: now(),
        deactivated_at: null,
      },
      integration: { uuid: integration, org, name: 'CRM' },
    })
  })
  return { name, email, key, integrationUuid: integration }
}
