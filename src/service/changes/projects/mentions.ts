import { mentionOf } from '../../../contract/text/mention.ts'
import { invalid } from '../../refusals.ts'
import { findPeople, fullName, peopleAround, uniquePeople } from '../../store/people/people.ts'
import type { PersonRow } from '../../store/rows.ts'
import type { NewComment } from './wishes.ts'
import type { Change } from './within.ts'

/** Longest names first, so that `@Dana Lee Smith` is not read as `@Dana Lee`. */
const named = (text: string, people: readonly PersonRow[]): PersonRow[] => {
  let rest = text
  return [...people]
    .sort((a, b) => fullName(b).length - fullName(a).length)
    .filter((person) => {
      const before = rest
      for (const word of [fullName(person), person.email]) rest = rest.replace(mentionOf(word), ' ')
      return rest !== before
    })
}

/** People are mentioned by e-mail address in the request or `@Full Name` in the text, never the author. */
export const mentionedIn = async (change: Change, { message_plain: text, mentions = [] }: NewComment) => {
  const asked = await findPeople(change, mentions)
  for (const mention of mentions) {
    if (!asked.some(({ email, uuid }) => email === mention.toLowerCase() || uuid === mention.toLowerCase()))
      throw invalid('mentions', `No such user: ${mention}`)
  }
  const around = text.includes('@') ? await peopleAround(change, change.project.account_uuid) : []
  const all = [...asked, ...named(text, around)]
  return uniquePeople(all.filter(({ uuid }) => uuid !== change.person.uuid))
}
