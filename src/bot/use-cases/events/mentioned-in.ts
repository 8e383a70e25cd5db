import { mentionOf } from '../../../contract/text/mention.ts'
import type { User } from '../../../contract/user.ts'

const fullName = (user: User): string =>
  (user.full_name ?? [user.first_name, user.last_name].filter(Boolean).join(' ')).trim()

/**
 * The interface has no field for mentions, so this finds `@Full Name` and `@email` in the text. Longest
 * names match first, so that `@Dana Lee Smith` does not mention `@Dana Lee`. A name of two users matches
 * neither.
 */
export const mentionedIn = (text: string, users: readonly User[]): User[] => {
  const words = users
    .flatMap((user) => [fullName(user), user.email_address ?? ''].map((word) => ({ word, user })))
    .filter(({ word }) => word !== '')
    .sort((one, other) => other.word.length - one.word.length)
  const found = new Set<User>()
  let rest = text
  for (const { word, user } of words) {
    const mention = mentionOf(word)
    if (rest.search(mention) < 0) continue
    const alike = words.filter((other) => other.word.toLowerCase() === word.toLowerCase())
    if (alike.every((other) => other.user === user)) found.add(user)
    rest = rest.replaceAll(mention, ' ')
  }
  return [...found]
}
