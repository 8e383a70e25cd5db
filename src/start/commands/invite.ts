import { mkdir } from 'node:fs/promises'
import { readDataConfig, type Config, isWeakKey } from '../../config/config.ts'
import { writeLink } from '../../service/store/sign-in.ts'
import { addCommand, addOrganization } from '../../service/changes/organizations.ts'
import { linksFrom } from '../../service/acting.ts'
import { openDatabase } from '../../service/store/database.ts'
import { activeTeam } from '../../service/store/people.ts'
import { CannotRun, wrongUse } from '../cannot-run.ts'
import { ApiProblem } from '../../contract/problem.ts'

const linkWords = ({ service }: Pick<Config, 'service'>, email: string, token: string): string => {
  const pages = (service.publicUrl ?? `http://127.0.0.1:${service.port}`).replace(/\/+$/, '')
  return `\nSign-in link for ${email} (works once, for 24 hours):\n\n  ${linksFrom(pages).enter(token)}`
}

const usage = 'service invite PERSON@EXAMPLE.COM ["ORGANIZATION"]'

/** Creates a sign-in link on the command line, also when no Vendor Admin can sign in anymore. */
export const runInvite = async (env: NodeJS.ProcessEnv, [email, organization]: readonly string[]) => {
  if (!email?.includes('@')) throw wrongUse(usage)
  const config = readDataConfig(env)
  await using database = await openDatabase(config.service.databaseUrl)
  const people = await activeTeam(database.sql, email.trim().toLowerCase())
  const matching = people.filter((one) => organization === undefined || one.organization === organization)
  const [person, another] = matching
  if (people.length === 0) throw new CannotRun(`No active team member has the email address ${email}.`)
  if (!person || another) {
    const names = people.map((one) => one.organization).join(', ')
    throw new CannotRun(`Name an organization that ${email} is in: ${names}.`)
  }
  const token = await database.transaction(({ sql }) => writeLink(sql, person, Date.now()))
  return linkWords(config, email, token)
}

export const runAddOrganization = async (env: NodeJS.ProcessEnv, [name, email, admin]: readonly string[]) => {
  if (!name || !email || !admin) throw wrongUse(addCommand)
  const config = readDataConfig(env)
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  await using database = await openDatabase(config.service.databaseUrl)
  const { production, integrationUuid } = config
  const { apiKey: key } = config.service
  const configured = production && !isWeakKey(key) ? { key, integrationUuid } : undefined
  try {
    const added = await addOrganization(database, { name, email, admin }, { configured })
    return [
      `\nAdded the organization ${added.name}.`,
      `\n  API key           ${added.isConfigured ? 'the one in SERVICE_API_KEY' : `${added.key}   (shown only once)`}`,
      `  Integration UUID  ${added.integrationUuid}`,
      linkWords(config, added.email, added.token),
    ].join('\n')
  } catch (error) {
    throw error instanceof ApiProblem ? new CannotRun(error.fields[0]?.message ?? error.message) : error
  }
}
