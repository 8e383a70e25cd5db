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

/** A person's sessions, the newest first. */
export const pageSessionsOf = ({ sql, org }: Scope, person: string, now: number) =>
  sql
    .selectFrom('page_session')
    .where((eb) => eb.and({ org, person_uuid: person }))
    .where('expires_at', '>', now)
    .select(['hash', 'side', 'expires_at'])
    .orderBy('expires_at', 'desc')
    .limit(50)
    .execute()

export const endPageSessions = async (sql: Queries, hashes: readonly string[]): Promise<void> => {
  if (hashes.length > 0) await sql.deleteFrom('page_session').where('hash', 'in', hashes).execute()
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

/** The active team members with this email address: at most two, since more than one is too many. */
export const teamWithEmail = (sql: Queries, email: string): Promise<PersonRow[]> =>
  sql
    .selectFrom('person')
    .where((eb) => eb.and({ email, is_active: 1 }))
    .where('account_uuid', 'is', null)
    .where('role', '<>', 'API User')
    .selectAll()
    .limit(2)
    .execute()

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

export const passwordOf = async ({ sql, org }: Scope, person_uuid: string): Promise<string | undefined> => {
  const own = sql
    .selectFrom('person_password')
    .select('hash')
    .where((eb) => eb.and({ org, person_uuid }))
  return (await own.executeTakeFirst())?.hash
}

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

type Bounded = 'sign_in_guess' | 'sign_in_known'

export const tidyTries = async (
  sql: Queries,
  now: number,
  table: Bounded = 'sign_in_guess',
  most = mostRows,
): Promise<void> => {
  const one = table as 'sign_in_guess'
  await sql.deleteFrom(one).where('until', '<=', now).execute()
  const beyond = sql.selectFrom(one).select('until').orderBy('until', 'desc').offset(most).limit(1)
  await sql
    .deleteFrom(one)
    .where('until', '<=', (eb) => eb.selectFrom(beyond.as('b')).select('b.until'))
    .execute()
}

const windowMs = 15 * 60_000
const mostTries = { account: 10, address: 50, network: 200 } as const

/** The groups of an address: four numbers, or the eight of IPv6. */
const groupsOf = (address: string): string[] => {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  if (!isIPv6(plain)) return plain.split('.')
  const [head = '', tail] = plain.split('::')
  const [left, right] = [head, tail ?? ''].map((half) => half.split(':').filter(Boolean))
  const zeros = tail === undefined ? 0 : 8 - (left?.length ?? 0) - (right?.length ?? 0)
  return [...(left ?? []), ...Array.from({ length: zeros }, () => '0'), ...(right ?? [])]
}

/** An IPv6 subscriber usually has a whole /64, so a /64 counts as one address. */
const addressOf = (address: string) => groupsOf(address).slice(0, 4).join(':')
/** A /24, or a /48 of IPv6. */
const networkOf = (address: string) => groupsOf(address).slice(0, 3).join(':')

export interface Try {
  readonly email: string
  readonly address: string
}

/** Hashed, because people sometimes type a password into the email field. */
const keysOf = ({ email, address }: Try) => {
  const account = `account ${email.trim().toLowerCase()}`
  return {
    network: hashOf(`network ${networkOf(address)}`),
    address: hashOf(`address ${addressOf(address)}`),
    account: hashOf(account),
    pair: hashOf(`${account} from ${addressOf(address)}`),
  }
}

/** How long an account's address stays known, in ms. */
const knownMs = 90 * dayMs

/** Whether the account has signed in from this address. */
export const isKnownTry = async (sql: Queries, tried: Try, now: number): Promise<boolean> => {
  const known = sql.selectFrom('sign_in_known').select('who').where('who', '=', keysOf(tried).pair)
  return (await known.where('until', '>', now).executeTakeFirst()) !== undefined
}

/**
 * Counts an attempt before its password is checked, so that parallel attempts count too. Returns until when sign-ins
 * are blocked; undefined if they are not. At an address that the account has used, others' guesses don't count.
 */
export const countGuess = (
  database: Database,
  tried: Try,
  { isKnown, now }: { isKnown: boolean; now: number },
) =>
  database.transaction(async ({ sql }) => {
    await tidyTries(sql, now)
    const { network, address, account, pair } = keysOf(tried)
    let until: number | undefined
    // Always in this order, so that two nodes cannot deadlock.
    for (const [who, limit] of [
      [network, mostTries.network],
      [address, mostTries.address],
      [isKnown ? pair : account, mostTries.account],
    ] as const) {
      const counted = await countTry(sql, { who, tries: 1, until: now + windowMs })
      if (counted.tries > limit) until = Math.max(until ?? 0, counted.until)
    }
    return until
  })

/**
 * A correct password resets the account's count. The address and its network only get this attempt back: otherwise,
 * somebody with an account of their own could reset them, and guess at others without end.
 */
export const noteRightPassword = (database: Database, tried: Try, now: number): Promise<void> =>
  database.transaction(async ({ sql }) => {
    const { network, address, account, pair } = keysOf(tried)
    for (const who of [network, address])
      await sql
        .updateTable('sign_in_guess')
        .set((eb) => ({ tries: eb('tries', '-', 1) }))
        .where('who', '=', who)
        .where('tries', '>', 0)
        .execute()
    await sql.deleteFrom('sign_in_guess').where('who', 'in', [account, pair]).execute()
    await noteKnown(sql, tried, now)
  })

/** From now on, the account is known at this address. */
export const noteKnown = async (sql: Queries, tried: Try, now: number): Promise<void> => {
  const until = now + knownMs
  await tidyTries(sql, now, 'sign_in_known')
  await sql
    .insertInto('sign_in_known')
    .values({ who: keysOf(tried).pair, until })
    .onConflict((conflict) => conflict.column('who').doUpdateSet({ until }))
    .execute()
}
