import type { Queries } from '../database.ts'
import type { PersonRow, Row } from '../rows.ts'

/** Few people are in more organizations than this, and each one costs a password check. */
const mostOrganizations = 4

/** The active vendor people with this email address, one per organization, with their password hashes. */
export const passwordsOf = (sql: Queries, email: string): Promise<(PersonRow & { hash: string })[]> =>
  sql
    .selectFrom('person')
    .innerJoin('person_password', 'person_password.person_uuid', 'person.uuid')
    .where('person.email', '=', email)
    .where('person.is_active', '=', 1)
    .where('person.account_uuid', 'is', null)
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
