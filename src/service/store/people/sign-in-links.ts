import { changedAny } from '../../../database/changed-any.ts'
import type { Queries } from '../database.ts'
import type { PersonRow, Row } from '../rows.ts'

type Link = Row<'sign_in_link'>

/** Replaces the person's earlier link to the same project. Also deletes expired links. */
export const addLink = async (sql: Queries, link: Link, now: number): Promise<void> => {
  await sql.deleteFrom('sign_in_link').where('expires_at', '<=', now).execute()
  await sql
    .deleteFrom('sign_in_link')
    .where('person_uuid', '=', link.person_uuid)
    .where('project_uuid', link.project_uuid === null ? 'is' : '=', link.project_uuid)
    .execute()
  await sql.insertInto('sign_in_link').values(link).execute()
}

/** An unused link of an active person. */
export const linkByHash = async (
  sql: Queries,
  hash: string,
  now: number,
): Promise<{ link: Link; person: PersonRow } | undefined> => {
  const link = await sql
    .selectFrom('sign_in_link')
    .leftJoin('api_key', 'api_key.uuid', 'sign_in_link.key_uuid')
    .where('sign_in_link.hash', '=', hash)
    .where('sign_in_link.expires_at', '>', now)
    .where('api_key.deactivated_at', 'is', null)
    .selectAll('sign_in_link')
    .executeTakeFirst()
  const person =
    link &&
    (await sql
      .selectFrom('person')
      .selectAll()
      .where('org', '=', link.org)
      .where('uuid', '=', link.person_uuid)
      .where('is_active', '=', 1)
      .executeTakeFirst())
  return link && person && { link, person }
}

/** False when somebody else used it first. */
export const useLink = (sql: Queries, hash: string): Promise<boolean> =>
  changedAny(sql.deleteFrom('sign_in_link').where('hash', '=', hash))
