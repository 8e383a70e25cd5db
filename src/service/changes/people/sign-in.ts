import type { Deps } from '../../deps.ts'
import { isPassword, nobodysHash } from '../../passwords.ts'
import { passwordsOf } from '../../store/people/passwords.ts'
import type { PersonRow } from '../../store/rows.ts'
import { countGuess, forgetGuesses } from './guesses.ts'

interface Try {
  readonly email: string
  readonly password: string
  readonly address: string
}

/**
 * Undefined for an unknown account and for a wrong password. Both take equally long, so that nobody can tell
 * which accounts exist. Throws `TooManyGuesses`.
 */
export const signIn = async (
  deps: Deps,
  { email, password, address }: Try,
): Promise<PersonRow | undefined> => {
  const accounts = await passwordsOf(deps.database.sql, email.trim().toLowerCase())
  const refused = () => deps.log.info({ person: accounts[0]?.uuid }, 'a sign-in was refused')
  try {
    await countGuess(deps, { email, address })
  } catch (error) {
    refused()
    throw error
  }
  const hashes = accounts.length > 0 ? accounts.map(({ hash }) => hash) : [nobodysHash(deps.passwordCost)]
  const checks = await Promise.all(hashes.map((hash) => isPassword(password, hash)))
  const account = accounts.find((_, at) => checks[at])
  if (!account) {
    refused()
    return undefined
  }
  await forgetGuesses(deps, email)
  deps.log.info({ person: account.uuid }, 'somebody signed in')
  return account
}
