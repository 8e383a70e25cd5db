import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { hashOf } from '../../contract/text.ts'
import { invalid } from '../acting.ts'
import type { Database } from '../store/database.ts'
import {
  isKeyKnown,
  isOrganizationNamed,
  type MadeOrganization,
  writeOrganization,
} from '../store/organizations.ts'
import { emailSpelling, isEmail } from '../../contract/address.ts'
import { visibleLine } from '../http/validate.ts'
import { writeLink } from '../store/sign-in.ts'

export const freshKey = (newUuid: () => string): string => `ops_${newUuid()}${newUuid()}`.replaceAll('-', '')

export const addCommand = 'service add-organization "NAME" ADMIN@EXAMPLE.COM "ADMIN NAME"'

const noAddress = 'The Vendor Admin needs an email address.'
const organizationSchema = z.object({
  name: visibleLine(150, 'The name of the organization must have 1 to 150 characters.'),
  email: z.string().overwrite(emailSpelling).refine(isEmail, noAddress),
  admin: visibleLine(100, 'The name of the Vendor Admin must have 1 to 100 characters.'),
})

/** The bot's key and integration. The first organization gets them, so that the bot needs no others. */
interface Configured {
  readonly key: string
  readonly integrationUuid: string
}

/**
 * Adds an organization and its first Vendor Admin. The API has no such operation, so this takes the database.
 * Returns the key and the token of the admin's sign-in link, of which only hashes are stored.
 */
export const addOrganization = async (
  database: Database,
  given: { name: string; email: string; admin: string },
  {
    now = Date.now,
    newUuid = randomUUID,
    configured,
  }: { now?: () => number; newUuid?: () => string; configured?: Configured | undefined } = {},
) => {
  const parsed = organizationSchema.safeParse(given)
  const [issue] = parsed.error?.issues ?? []
  if (!parsed.success) throw invalid(String(issue?.path[0]), issue?.message ?? parsed.error.message)
  const { name, email, admin } = parsed.data
  const isFree = configured && !(await isKeyKnown(database.sql, hashOf(configured.key)))
  const access = isFree ? configured : { key: freshKey(newUuid), integrationUuid: newUuid() }
  const [org, api, adminUuid] = [newUuid(), newUuid(), newUuid()]
  const [first = admin, ...last] = admin.split(/\s+/)
  const made = {
    organization: { uuid: org, name },
    people: [
      { uuid: adminUuid, first_name: first, last_name: last.join(' '), email, role: 'Vendor Admin' },
      { uuid: api, first_name: 'API', last_name: 'User', email: `api@${org}.invalid`, role: 'API User' },
    ],
    key: { uuid: newUuid(), secret: access.key, label: 'First key', person_uuid: api },
    integrationUuid: access.integrationUuid,
  } satisfies MadeOrganization
  const token = await database.transaction(async ({ sql }) => {
    if (await isOrganizationNamed(sql, name))
      throw invalid('name', `An organization named ${name} already exists.`)
    await writeOrganization(sql, made, now())
    return writeLink(sql, { org, uuid: adminUuid }, now())
  })
  return { name, email, ...access, isConfigured: access === configured, token }
}
