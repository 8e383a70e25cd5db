import { isIPv6 } from 'node:net'
import type { Deps } from '../acting.ts'
import { hashOf } from '../../contract/text.ts'
import type { Queries } from '../store/database.ts'
import type { Row } from '../store/rows.ts'

/** A limit on rows, so that guesses from many addresses don't fill the disk. The oldest go first. */
const mostRows = 10_000

const countTry = (sql: Queries, fresh: Row<'sign_in_guess'>) =>
  sql
    .insertInto('sign_in_guess')
    .values(fresh)
    .onConflict((conflict) =>
      conflict.column('who').doUpdateSet((eb) => ({ tries: eb('sign_in_guess.tries', '+', 1) })),
    )
    .returning(['tries', 'until'])
    .executeTakeFirstOrThrow()

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

/**
 * Counts before the password is checked, so that parallel attempts count too. Says until when there are too many;
 * undefined if there are not.
 */
export const countGuess = async (deps: Deps, { email, address }: { email: string; address: string }) => {
  const now = deps.now()
  return deps.database.transaction(async ({ sql }) => {
    await tidyTries(sql, now)
    let until: number | undefined
    // Always the address first, so that two nodes cannot deadlock.
    for (const [who, limit] of [
      [addressKey(address), most.address],
      [accountKey(email), most.account],
    ] as const) {
      const counted = await countTry(sql, { who, tries: 1, until: now + windowMs })
      if (counted.tries > limit) until = Math.max(until ?? 0, counted.until)
    }
    return until
  })
}

/** A correct password resets the account's count, but not the address's. */
export const forgetGuesses = (deps: Deps, email: string): Promise<unknown> =>
  deps.database.transaction(({ sql }) =>
    sql.deleteFrom('sign_in_guess').where('who', '=', accountKey(email)).execute(),
  )
