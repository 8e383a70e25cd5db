import type { Queries } from '../database.ts'
import type { Row, Scope } from '../rows.ts'

type Session = Row<'page_session'>
export type Side = Session['side']

/** Undefined also when the person was deactivated. */
export const pageSession = (sql: Queries, { hash, side, now }: { hash: string; side: Side; now: number }) =>
  sql
    .selectFrom('page_session')
    .innerJoin('person', 'person.uuid', 'page_session.person_uuid')
    .where('page_session.hash', '=', hash)
    .where('page_session.side', '=', side)
    .where('page_session.expires_at', '>', now)
    .where('person.is_active', '=', 1)
    .select(['page_session.org', 'page_session.person_uuid as personUuid'])
    .executeTakeFirst()

/** Also deletes expired sessions. */
export const addPageSession = async (sql: Queries, session: Session, now: number): Promise<void> => {
  await sql.deleteFrom('page_session').where('expires_at', '<=', now).execute()
  await sql.insertInto('page_session').values(session).execute()
}

export const endPageSessions = async (sql: Queries, hashes: readonly string[]): Promise<void> => {
  await sql.deleteFrom('page_session').where('hash', 'in', hashes).execute()
}

/** Ends a person's sessions, and deletes their unused sign-in links. */
export const signOut = async ({ sql, org }: Scope, person: string): Promise<void> => {
  for (const table of ['page_session', 'sign_in_link'] as const)
    await sql.deleteFrom(table).where('org', '=', org).where('person_uuid', '=', person).execute()
}
