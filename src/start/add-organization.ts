import { mkdir } from 'node:fs/promises'
import type { ServiceConfig } from '../config.ts'
import { ApiProblem } from '../contract/problem.ts'
import { addOrganization } from '../service/changes/people/add-organization.ts'
import { openDatabase } from '../service/store/database.ts'

const usage = 'Usage: npm run service -- add-organization "NAME" ADMIN@EXAMPLE.COM "ADMIN NAME"'

/** It was asked for in a way that cannot be done; one line for a person. */
export class NotAdded extends Error {
  override name = 'NotAdded' as const
}

/** Makes a further organization in the service's database; what it says is to be kept by whoever asked. */
export const runAddOrganization = async (
  config: ServiceConfig,
  [name, email, admin]: readonly string[],
): Promise<string> => {
  if (!name || !email || !admin) throw new NotAdded(usage)
  await mkdir(config.dataDir, { recursive: true })
  await using database = await openDatabase(config.service.databaseUrl)
  try {
    const made = await addOrganization(database, { name, email, admin })
    return [
      `\nThe organization ${made.name} is there.`,
      `\n  API key           ${made.key}   (shown this once)`,
      `  Integration UUID  ${made.integrationUuid}`,
      `\n${made.email} signs in with this key at /sign-in, and makes playbooks, accounts and people there.`,
    ].join('\n')
  } catch (error) {
    throw error instanceof ApiProblem ? new NotAdded(error.fields[0]?.message ?? error.message) : error
  }
}
