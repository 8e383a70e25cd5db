import { limits } from '../../../contract/limits.ts'
import { folded } from '../../../contract/text/folded.ts'
import { mentionsIn } from '../../../contract/text/mention.ts'
import { isCustomer } from '../../access.ts'
import { invalid } from '../../refusals.ts'
import { findPeople, fullName, peopleNamed, uniquePeople } from '../../store/people/people.ts'
import type { PersonRow } from '../../store/rows.ts'
import type { NewComment } from './inputs.ts'
import type { Change } from './within.ts'

const named = (text: string, people: readonly PersonRow[]): PersonRow[] =>
  mentionsIn(
    text,
    people.flatMap((person) => [fullName(person), person.email].map((word) => ({ word, person }))),
  )

const longestName = 80

/** Every text after an `@` that could be a name or an address. Only these are looked up. An address has two `@`. */
const possibleNames = (text: string) => {
  const after = folded(text)
    .split(/(?<=@)/)
    .slice(1, 2 * limits.mentions + 1)
    .map((part) => part.replace(/@$/, ''))
  const names = after.flatMap((tail) =>
    Array.from({ length: Math.min(tail.length, longestName) }, (_, at) => tail.slice(0, at + 1)),
  )
  const emails = text.toLowerCase().match(/(?<=@)[^\s@]{1,64}@[a-z0-9.-]{1,190}/g) ?? []
  const bare = emails.slice(0, limits.mentions).map((email) => email.replace(/[.-]+$/, ''))
  return { names: [...new Set(names)], emails: [...new Set(bare)] }
}

const isAround = (change: Change) => (person: PersonRow) =>
  person.is_active === 1 && (!isCustomer(person) || person.account_uuid === change.project.account_uuid)

const inText = async (change: Change, text: string) => {
  if (!text.includes('@')) return []
  const { names, emails } = possibleNames(text)
  const people = [
    ...(await peopleNamed(change, change.project.account_uuid, names)),
    ...(await findPeople(change, emails)),
  ]
  return named(text, uniquePeople(people).filter(isAround(change)))
}

/** For a customer, unknown addresses are skipped: an error would tell them which addresses exist. */
const askedFor = async (change: Change, mentions: readonly string[]) => {
  const asked = await findPeople(change, mentions)
  if (isCustomer(change.person)) return asked.filter(isAround(change))
  const known = new Set(asked.flatMap(({ email, uuid }) => [email, uuid]))
  for (const mention of mentions) {
    if (!known.has(mention.toLowerCase())) throw invalid('mentions', `No such user: ${mention}`)
  }
  return asked
}

/** Finds people by address in the request and by `@Full Name` in the text. Leaves out the author. At most 50. */
export const mentionedIn = async (change: Change, { message_plain: text, mentions = [] }: NewComment) => {
  const all = [...(await askedFor(change, mentions)), ...(await inText(change, text))]
  return uniquePeople(all.filter(({ uuid }) => uuid !== change.person.uuid)).slice(0, limits.mentions)
}
