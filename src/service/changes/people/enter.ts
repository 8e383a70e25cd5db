import { isCustomer } from '../../access.ts'
import type { Deps } from '../../deps.ts'
import { hashOf } from '../../../contract/text/hash-of.ts'
import { hashPassword } from '../../passwords.ts'
import { invalid } from '../../refusals.ts'
import { lockOrganization } from '../../store/people/organizations.ts'
import { isSetUp, setPassword } from '../../store/people/passwords.ts'
import { signOut } from '../../store/people/sessions.ts'
import { linkByHash, useLink } from '../../store/people/sign-in-links.ts'
import type { PersonRow, Scope } from '../../store/rows.ts'
import { alreadySetUp } from './links.ts'

export interface Opened {
  readonly person: PersonRow
  /** True for the vendor's people. Customers have no password and sign in by link only. */
  readonly needsPassword: boolean
  readonly projectUuid: string | null
}

export const openLink = async (deps: Deps, token: string): Promise<Opened | undefined> => {
  const found = await linkByHash(deps.database.sql, hashOf(token), deps.now())
  return (
    found && {
      person: found.person,
      needsPassword: !isCustomer(found.person),
      projectUuid: found.link.project_uuid,
    }
  )
}

const fewest = 12
const longest = 200

const problemWith = (password: string, { email }: PersonRow): string | undefined => {
  if (password.length < fewest) return `Use at least ${fewest} characters.`
  if (password.length > longest) return `Use at most ${longest} characters.`
  return password.toLowerCase() === email ? "Your password can't be your email address." : undefined
}

interface Admitted extends Opened {
  readonly keyUuid: string | null
}

/** Uses up the link. A new password ends the person's other sessions. Undefined when the link is not valid. */
export const useSignInLink = async (
  deps: Deps,
  token: string,
  password: string,
): Promise<Admitted | undefined> => {
  const opened = await openLink(deps, token)
  if (!opened) return undefined
  const { person, needsPassword } = opened
  const problem = needsPassword ? problemWith(password, person) : undefined
  if (problem !== undefined) throw invalid('password', problem)
  const hash = needsPassword ? await hashPassword(password, deps.passwordCost) : undefined
  return deps.database.transaction(async ({ sql }) => {
    const scope: Scope = { sql, org: person.org }
    await lockOrganization(scope, deps.database.engine)
    const now = deps.now()
    const found = await linkByHash(sql, hashOf(token), now)
    if (!found || !(await useLink(sql, hashOf(token)))) return undefined
    const keyUuid = found.link.key_uuid
    if (keyUuid !== null && (await isSetUp(scope))) throw alreadySetUp()
    if (hash !== undefined) {
      await signOut(scope, 'person_uuid', person.uuid)
      await setPassword(sql, { person_uuid: person.uuid, org: person.org, hash, set_at: now })
    }
    return { ...opened, keyUuid }
  })
}
