import { readDataConfig } from '../../config/config.ts'
import { writeLink } from '../../service/changes/people/links.ts'
import { linksFrom } from '../../service/deps.ts'
import { openDatabase } from '../../service/store/database.ts'
import { activeTeam } from '../../service/store/people/people.ts'
import { CannotRun } from '../cannot-run.ts'
import { wrongUse } from '../command-line.ts'
import { publicUrlOf } from '../public-url.ts'

const usage = 'service invite PERSON@EXAMPLE.COM ["ORGANIZATION"]'

/** Creates a sign-in link on the command line, also when no Vendor Admin can sign in anymore. */
export const runInvite = async (env: NodeJS.ProcessEnv, [email, organization]: readonly string[]) => {
  if (!email?.includes('@')) throw wrongUse(usage)
  const config = readDataConfig(env)
  await using database = await openDatabase(config.service.databaseUrl)
  const found = await activeTeam(database.sql, email.trim().toLowerCase())
  const fitting = found.filter((one) => organization === undefined || one.organization === organization)
  const [person, another] = fitting
  if (!person) throw new CannotRun(`No active team member has the email address ${email}.`)
  if (another) {
    const names = fitting.map((one) => one.organization).join(', ')
    throw new CannotRun(`${email} is in several organizations. Add one of these names: ${names}.`)
  }
  const { token } = await database.transaction(({ sql }) => writeLink(sql, person, { now: Date.now() }))
  return `\nSign-in link for ${email} (works once, for 24 hours):\n\n  ${linksFrom(publicUrlOf(config)).enter(token)}`
}
