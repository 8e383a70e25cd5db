import type { ServiceConfig } from '../config.ts'
import { writeLink } from '../service/changes/people/links.ts'
import { linksFrom } from '../service/deps.ts'
import { openDatabase } from '../service/store/database.ts'
import { activeTeam } from '../service/store/people/people.ts'
import { NotAdded } from './not-added.ts'
import { publicUrlOf } from './public-url.ts'

const usage = 'Usage: npm run service -- invite PERSON@EXAMPLE.COM ["ORGANIZATION"]'

/** For whoever runs the service: also where no Vendor Admin can sign in any more. */
export const runInvite = async (config: ServiceConfig, [email, organization]: readonly string[]) => {
  if (!email) throw new NotAdded(usage)
  await using database = await openDatabase(config.service.databaseUrl)
  const found = await activeTeam(database.sql, email.trim().toLowerCase())
  const fitting = found.filter((one) => organization === undefined || one.organization === organization)
  const [person, another] = fitting
  if (!person) throw new NotAdded(`Nobody of a vendor's team has the e-mail address ${email}.`)
  if (another) {
    const names = fitting.map((one) => one.organization).join(', ')
    throw new NotAdded(`${email} is in several organizations: name one of ${names}.`)
  }
  const { token } = await database.transaction(({ sql }) => writeLink(sql, person, { now: Date.now() }))
  return `\nA sign-in link for ${email}, which works once, for 24 hours:\n\n  ${linksFrom(publicUrlOf(config)).enter(token)}`
}
