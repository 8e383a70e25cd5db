import { mkdir } from 'node:fs/promises'
import type { ServiceConfig } from '../config.ts'
import { ApiProblem } from '../contract/problem.ts'
import { addOrganization } from '../service/changes/people/add-organization.ts'
import { openDatabase } from '../service/store/database.ts'
import { NotAdded } from './not-added.ts'
import { publicUrlOf } from './public-url.ts'

const usage = 'Usage: npm run service -- add-organization "NAME" ADMIN@EXAMPLE.COM "ADMIN NAME"'

/** Prints the new key, which the caller must keep. */
export const runAddOrganization = async (config: ServiceConfig, [name, email, admin]: readonly string[]) => {
  if (!name || !email || !admin) throw new NotAdded(usage)
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  await using database = await openDatabase(config.service.databaseUrl)
  try {
    const made = await addOrganization(database, { name, email, admin })
    return [
      `\nThe organization ${made.name} is there.`,
      `\n  API key           ${made.key}   (shown this once)`,
      `  Integration UUID  ${made.integrationUuid}`,
      `\n${made.email} begins with this key at ${publicUrlOf(config)}/set-up, chooses a password, and makes playbooks, accounts and people there.`,
    ].join('\n')
  } catch (error) {
    throw error instanceof ApiProblem ? new NotAdded(error.fields[0]?.message ?? error.message) : error
  }
}
