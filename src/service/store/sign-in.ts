import { isIPv6 } from 'node:net'
import { changedAny } from '../../database/statement.ts'
import { dayMs } from '../../contract/dates.ts'
import { hashOf } from '../../contract/text.ts'
import { freshToken } from '../passwords.ts'
import type { Database, Queries } from './database.ts'
import type { PersonRow, Row, Scope } from './rows.ts'

/** Also deletes the table's expired rows. */
export const addExpiring = async <T extends 'api_session' | 'page_session' | 'sign_in_link'>(
  sql: Queries,
  table: T,
  row: Row<T>,
  now: number,
): Promise<void> => {
  await sql
    .deleteFrom(table as 'api_session')
    .where('expires_at', '<=', now)
    .execute()
  await sql
    .insertInto(table as 'api_session')
    .values(row as unknown as Row<'api_session'>)
    .execute()
}

export type Side = Row<'page_session'>['side']

/** Undefined also when the person was deactivated. */
export const pageSession = (sql: Queries, { hash, side, now }: { hash: string; side: Side; now: number }) =>
  sql
    .selectFrom('page_session')
    .innerJoin('person', 'person.uuid', 'page_session.person_uuid')
    .where((eb) => eb.and({ 'page_session.hash': hash, side, 'person.is_active': 1 }))
    .where('expires_at', '>', now)
    .select(['page_session.org', 'page_session.person_uuid as personUuid'])
    .executeTakeFirst()

export const endPageSessions = async (sql: Queries, hashes: readonly string[]): Promise<void> => {
  await sql.deleteFrom('page_session').where('hash', 'in', hashes).execute()
}

export const signOut = async ({ sql, org }: Scope, person: string): Promise<void> => {
  for (const table of ['page_session', 'sign_in_link'] as const)
    await sql.deleteFrom(table).where('org', '=', org).where('person_uuid', '=', person).execute()
}

/** Replaces the person's link by a new one for a day. Returns its token and stores the hash. Checks no permission. */
export const writeLink = async (
  sql: Queries,
  { org, uuid: person_uuid }: Pick<PersonRow, 'org' | 'uuid'>,
  now: number,
): Promise<string> => {
  const token = freshToken()
  const link = { hash: hashOf(token), org, person_uuid, expires_at: now + dayMs }
  await sql.deleteFrom('sign_in_link').where('person_uuid', '=', person_uuid).execute()
  await addExpiring(sql, 'sign_in_link', link, now)
  return token
}

export const personOfLink = (sql: Queries, hash: string, now: number): Promise<PersonRow | undefined> =>
  sql
    .selectFrom('sign_in_link')
    .innerJoin('person', 'person.uuid', 'sign_in_link.person_uuid')
    .where((eb) => eb.and({ 'sign_in_link.hash': hash, 'person.is_active': 1 }))
    .where('expires_at', '>', now)
    .selectAll('person')
    .executeTakeFirst()

/** False when somebody else used it first. */
export const useLink = (sql: Queries, hash: string): Promise<boolean> =>
  changedAny(sql.deleteFrom('sign_in_link').where('hash', '=', hash))

/** Few people are in more organizations than this, and each one costs a password check. */
const mostOrganizations = 4

/** The active vendor people with this email address, one per organization, with their password hashes. */
export const passwordsOf = (sql: Queries, email: string): Promise<(PersonRow & { hash: string })[]> =>
  sql
    .selectFrom('person')
    .innerJoin('person_password', 'person_password.person_uuid', 'person.uuid')
    .where((eb) => eb.and({ email, is_active: 1 }))
    .where('account_uuid', 'is', null)
    .selectAll('person')
    .select('person_password.hash')
    .orderBy('person_password.set_at')
    .limit(mostOrganizations)
    .execute()

export const setPassword = async (sql: Queries, row: Row<'person_password'>): Promise<void> => {
  await sql
    .insertInto('person_password')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('person_uuid').doUpdateSet({ hash: row.hash, set_at: row.set_at }),
    )
    .execute()
}

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
const mostTries = { account: 10, address: 50 } as const

/** An IPv6 subscriber usually has a whole /64, so a /64 counts as one address. */
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
 * Counts an attempt before its password is checked, so that parallel attempts count too. Returns until when sign-ins
 * are blocked; undefined if they are not.
 */
export const countGuess = (database: Database, email: string, address: string, now: number) =>
  database.transaction(async ({ sql }) => {
    await tidyTries(sql, now)
    let until: number | undefined
    // Always the address first, so that two nodes cannot deadlock.
    for (const [who, limit] of [
      [addressKey(address), mostTries.address],
      [accountKey(email), mostTries.account],
    ] as const) {
      const counted = await countTry(sql, { who, tries: 1, until: now + windowMs })
      if (counted.tries > limit) until = Math.max(until ?? 0, counted.until)
    }
    return until
  })

/**
 * A correct password resets the account's count. The address only gets this attempt back: otherwise, somebody with an
 * account of their own could reset it, and guess at others without end.
 */
export const forgetGuesses = (database: Database, email: string, address: string): Promise<void> =>
  database.transaction(async ({ sql }) => {
    await sql
      .updateTable('sign_in_guess')
      .set((eb) => ({ tries: eb('tries', '-', 1) }))
      .where('who', '=', addressKey(address))
      .where('tries', '>', 0)
      .execute()
    await sql.deleteFrom('sign_in_guess').where('who', '=', accountKey(email)).execute()
  })
