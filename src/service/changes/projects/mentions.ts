import { findPeople, fullName, peopleAround } from '../../store/people/people.ts'
import type { PersonRow } from '../../store/rows.ts'
import { invalid } from '../../refusals.ts'
import type { Change } from './within.ts'

/** Longest names first, so that `@Dana Lee Smith` is not read as `@Dana Lee`. */
const named = (text: string, people: readonly PersonRow[]): PersonRow[] => {
  let rest = text.toLowerCase()
  return [...people]
    .sort((a, b) => fullName(b).length - fullName(a).length)
    .filter((person) => {
      const words = [`@${fullName(person)}`, `@${person.email}`].map((word) => word.toLowerCase())
      const hit = words.find((word) => rest.includes(word))
      if (hit !== undefined) rest = rest.replaceAll(hit, ' ')
      return hit !== undefined
    })
}

/** Whom a comment mentions: by e-mail address in the request, or by `@Full Name` in the text. Never its author. */
export const mentionedIn = async (
  { tx, actor, person, project }: Change,
  { message_plain: text, mentions = [] }: { message_plain: string; mentions?: readonly string[] | undefined },
): Promise<PersonRow[]> => {
  const asked = await findPeople(tx.sql, actor.org, mentions)
  for (const mention of mentions) {
    if (!asked.some(({ email, uuid }) => email === mention.toLowerCase() || uuid === mention.toLowerCase()))
      throw invalid('mentions', `No such user: ${mention}`)
  }
  const around = text.includes('@') ? await peopleAround(tx.sql, actor.org, project.account_uuid) : []
  const all = [...asked, ...named(text, around)].filter(({ uuid }) => uuid !== person.uuid)
  return [...new Map(all.map((one) => [one.uuid, one])).values()]
}
