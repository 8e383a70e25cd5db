import { mentionsIn } from '../../../contract/text/mention.ts'
import type { User } from '../../../contract/user.ts'

const fullName = (user: User): string =>
  (user.full_name ?? [user.first_name, user.last_name].filter(Boolean).join(' ')).trim()

/** The interface has no field for mentions, so this finds `@Full Name` and `@email` in the text. */
export const mentionedIn = (text: string, users: readonly User[]): User[] =>
  mentionsIn(
    text,
    users.flatMap((user) =>
      [fullName(user), user.email_address ?? ''].map((word) => ({ word, person: user })),
    ),
  )
