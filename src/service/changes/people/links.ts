import { asAdmin } from '../../access.ts'
import { type Acting, freshToken } from '../../deps.ts'
import { hashOf } from '../../../contract/text.ts'
import { notFound } from '../../refusals.ts'
import type { Queries } from '../../store/database.ts'
import { findPerson } from '../../store/people/people.ts'
import { addLink } from '../../store/people/sign-in.ts'
import type { PersonRow } from '../../store/rows.ts'

const linkLifeMs = 24 * 3_600_000

/** Returns the link's token, of which only the hash is stored. Checks no permission. */
export const writeLink = async (
  sql: Queries,
  { org, uuid: person_uuid }: Pick<PersonRow, 'org' | 'uuid'>,
  now: number,
): Promise<string> => {
  const token = freshToken()
  await addLink(sql, { hash: hashOf(token), org, person_uuid, expires_at: now + linkLifeMs }, now)
  return token
}

/** A Vendor Admin creates a link for a colleague or a customer's contact. No mail is sent. */
export const makeLink = (acting: Acting, personUuid: string) =>
  asAdmin(acting, async (acting) => {
    const { deps, personUuid: by, tx } = acting
    const person = await findPerson(acting, personUuid)
    if (person?.is_active !== 1 || person.role === 'API User') throw notFound('Person')
    const made = { person: person.uuid, by }
    tx.afterCommit(() => deps.log.info(made, 'a sign-in link was made'))
    return { token: await writeLink(acting.sql, person, deps.now()), person }
  })
