import type { Queries } from '../database.ts'
import type { ExternalLinkRow } from '../rows.ts'

export const integrationExists = async (sql: Queries, org: string, uuid: string): Promise<boolean> => {
  const row = await sql
    .selectFrom('integration')
    .select('uuid')
    .where('org', '=', org)
    .where('uuid', '=', uuid.toLowerCase())
    .executeTakeFirst()
  return row !== undefined
}

export const addExternalLink = async (sql: Queries, link: Omit<ExternalLinkRow, 'id'>): Promise<void> => {
  await sql.insertInto('external_link').values(link).execute()
}

export const linksOfProject = (sql: Queries, org: string, projectUuid: string): Promise<ExternalLinkRow[]> =>
  sql
    .selectFrom('external_link')
    .selectAll()
    .where('org', '=', org)
    .where('project_uuid', '=', projectUuid)
    .orderBy('id')
    .execute()
