import { mkdir } from 'node:fs/promises'
import { isWeakKey, readDataConfig } from '../../config/config.ts'
import { ApiProblem } from '../../contract/problem.ts'
import { addCommand, addOrganization } from '../../service/changes/people/add-organization.ts'
import { openDatabase } from '../../service/store/database.ts'
import { CannotRun } from '../cannot-run.ts'
import { wrongUse } from '../command-line.ts'
import { publicUrlOf } from '../public-url.ts'

export const runAddOrganization = async (env: NodeJS.ProcessEnv, [name, email, admin]: readonly string[]) => {
  if (!name || !email || !admin) throw wrongUse(addCommand)
  const config = readDataConfig(env)
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  await using database = await openDatabase(config.service.databaseUrl)
  const { production, integrationUuid } = config
  const { apiKey: key } = config.service
  const configured = production && !isWeakKey(key) ? { key, integrationUuid } : undefined
  try {
    const made = await addOrganization(database, { name, email, admin }, { configured })
    return [
      `\nAdded the organization ${made.name}.`,
      `\n  API key           ${made.isConfigured ? 'the one in SERVICE_API_KEY' : `${made.key}   (shown only once)`}`,
      `  Integration UUID  ${made.integrationUuid}`,
      `\nNext, ${made.email} opens ${publicUrlOf(config)}/set-up and chooses a password with this key.`,
    ].join('\n')
  } catch (error) {
    throw error instanceof ApiProblem ? new CannotRun(error.fields[0]?.message ?? error.message) : error
  }
}
