import { isCustomer } from '../../access.ts'
import type { Deps } from '../../deps.ts'
import { hashOf } from '../../../contract/text/hash-of.ts'
import { hashPassword } from '../../passwords.ts'
import { invalid } from '../../refusals.ts'
import { lockOrganization } from '../../store/people/organizations.ts'
import { setPassword } from '../../store/people/passwords.ts'
import { signOut } from '../../store/people/sessions.ts'
import { personOfLink, useLink } from '../../store/people/sign-in-links.ts'
import type { PersonRow, Scope } from '../../store/rows.ts'

/** The vendor's people. Customers have no password and sign in by link only. */
export const needsPassword = (person: PersonRow): boolean => !isCustomer(person)

const fewest = 12
const longest = 200

const problemWith = (password: string, { email }: PersonRow): string | undefined => {
  if (password.length < fewest) return `Use at least ${fewest} characters.`
  if (password.length > longest) return `Use at most ${longest} characters.`
  return password.toLowerCase() === email ? "Your password can't be your email address." : undefined
}

/** Uses up the link. A new password ends the person's other sessions. Undefined when the link is not valid. */
export const useSignInLink = async (
  deps: Deps,
  token: string,
  password: string,
): Promise<PersonRow | undefined> => {
  const person = await personOfLink(deps.database.sql, hashOf(token), deps.now())
  if (!person) return undefined
  const problem = needsPassword(person) ? problemWith(password, person) : undefined
  if (problem !== undefined) throw invalid('password', problem)
  const hash = needsPassword(person) ? await hashPassword(password, deps.passwordCost) : undefined
  return deps.database.transaction(async ({ sql }) => {
    const scope: Scope = { sql, org: person.org }
    await lockOrganization(scope, deps.database.engine)
    const now = deps.now()
    const found = await personOfLink(sql, hashOf(token), now)
    if (!found || !(await useLink(sql, hashOf(token)))) return undefined
    if (hash !== undefined) {
      await signOut(scope, person.uuid)
      await setPassword(sql, { person_uuid: person.uuid, org: person.org, hash, set_at: now })
    }
    return person
  })
}
