import type { Queries } from '../database.ts'

export const addEvent = async (
  sql: Queries,
  event: {
    org: string
    name: string
    object_uuid: string
    project_uuid: string
    body: string
    created_at: number
  },
): Promise<number> =>
  (await sql.insertInto('event').values(event).returning('id').executeTakeFirstOrThrow()).id
