import { isIPv6 } from 'node:net'
import type { Deps } from '../../deps.ts'
import { hashOf } from '../../../contract/text/hash-of.ts'
import type { Queries } from '../../store/database.ts'

/** A limit on rows, so that guesses from many addresses don't fill the disk. The oldest go first. */
const mostRows = 10_000

/** Counts one more attempt. The count restarts when its time window is over. */
const countTry = async (
  sql: Queries,
  { who, now, windowMs }: { who: string; now: number; windowMs: number },
): Promise<{ tries: number; until: number }> => {
  const fresh = { who, tries: 1, until: now + windowMs }
  return sql
    .insertInto('sign_in_guess')
    .values(fresh)
    .onConflict((conflict) =>
      conflict.column('who').doUpdateSet((eb) => {
        const isOver = eb('sign_in_guess.until', '<=', now)
        return {
          tries: eb
            .case()
            .when(isOver)
            .then(1)
            .else(eb('sign_in_guess.tries', '+', 1))
            .end(),
          until: eb.case().when(isOver).then(fresh.until).else(eb.ref('sign_in_guess.until')).end(),
        }
      }),
    )
    .returning(['tries', 'until'])
    .executeTakeFirstOrThrow()
}

const forgetTries = async (sql: Queries, who: string): Promise<void> => {
  await sql.deleteFrom('sign_in_guess').where('who', '=', who).execute()
}

/** Deletes expired rows, and the oldest ones beyond `most`. */
export const tidyTries = async (sql: Queries, now: number, most = mostRows): Promise<void> => {
  await sql.deleteFrom('sign_in_guess').where('until', '<=', now).execute()
  const beyond = sql
    .selectFrom('sign_in_guess')
    .select('until')
    .orderBy('until', 'desc')
    .offset(most)
    .limit(1)
  await sql
    .deleteFrom('sign_in_guess')
    .where('until', '<=', (eb) => eb.selectFrom(beyond.as('b')).select('b.until'))
    .execute()
}

const windowMs = 15 * 60_000
/** How many attempts that allows for one account, and from one address. */
const most = { account: 10, address: 50 } as const

export class TooManyGuesses extends Error {
  override name = 'TooManyGuesses' as const
  /** When the next attempt is allowed. */
  readonly until: number

  constructor(until: number) {
    super('too many sign-in attempts')
    this.until = until
  }
}

/** An IPv6 subscriber usually has a whole /64, so that counts as one address. */
const network = (address: string): string => {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const [left, right] = [head, tail ?? ''].map((half) => half.split(':').filter(Boolean))
  const zeros = tail === undefined ? 0 : 8 - (left?.length ?? 0) - (right?.length ?? 0)
  const groups = [...(left ?? []), ...Array.from({ length: zeros }, () => '0'), ...(right ?? [])]
  return groups.slice(0, 4).join(':')
}

/** Hashed, because people sometimes type a password into the email field. */
const accountKey = (email: string) => hashOf(`account ${email.trim().toLowerCase()}`)
const addressKey = (address: string) => hashOf(`address ${network(address)}`)

/** Counts before the password is checked, so that parallel attempts count too. Throws `TooManyGuesses`. */
export const countGuess = async (
  deps: Deps,
  { email, address }: { email: string; address: string },
): Promise<void> => {
  const now = deps.now()
  const over = await deps.database.transaction(async ({ sql }) => {
    await tidyTries(sql, now)
    const counted: { until: number; isOver: boolean }[] = []
    // Always the address first, so that two nodes cannot deadlock.
    for (const [who, limit] of [
      [addressKey(address), most.address],
      [accountKey(email), most.account],
    ] as const) {
      const { tries, until } = await countTry(sql, { who, now, windowMs })
      counted.push({ until, isOver: tries > limit })
    }
    return counted.filter(({ isOver }) => isOver).map(({ until }) => until)
  })
  if (over.length > 0) throw new TooManyGuesses(Math.max(...over))
}

/** A correct password resets the account's count, but not the address's. */
export const forgetGuesses = (deps: Deps, email: string): Promise<void> =>
  deps.database.transaction(({ sql }) => forgetTries(sql, accountKey(email)))
