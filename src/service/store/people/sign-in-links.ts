import { changedAny } from '../../../database/changed-any.ts'
import type { Queries } from '../database.ts'
import type { PersonRow, Row } from '../rows.ts'

type Link = Row<'sign_in_link'>

/** Replaces the person's earlier link. Also deletes expired links. */
export const addLink = async (sql: Queries, link: Link, now: number): Promise<void> => {
  await sql.deleteFrom('sign_in_link').where('expires_at', '<=', now).execute()
  await sql.deleteFrom('sign_in_link').where('person_uuid', '=', link.person_uuid).execute()
  await sql.insertInto('sign_in_link').values(link).execute()
}

/** The active person of an unused link. */
export const personOfLink = (sql: Queries, hash: string, now: number): Promise<PersonRow | undefined> =>
  sql
    .selectFrom('sign_in_link')
    .innerJoin('person', 'person.uuid', 'sign_in_link.person_uuid')
    .where('sign_in_link.hash', '=', hash)
    .where('sign_in_link.expires_at', '>', now)
    .where('person.is_active', '=', 1)
    .selectAll('person')
    .executeTakeFirst()

/** False when somebody else used it first. */
export const useLink = (sql: Queries, hash: string): Promise<boolean> =>
  changedAny(sql.deleteFrom('sign_in_link').where('hash', '=', hash))
