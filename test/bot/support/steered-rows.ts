import type { Database } from '../../../src/bot/store/database.ts'

const steered = [
  'subscription',
  'channel_setting',
  'channel_mute',
  'made_channel',
  'person_link',
  'project_request',
  'task_thread',
] as const

/** All that people steer, as one text. */
export const steeredRows = async ({ sql }: Pick<Database, 'sql'>): Promise<string> => {
  const tables = await Promise.all(steered.map((table) => sql.selectFrom(table).selectAll().execute()))
  return JSON.stringify(tables)
}

/** What people said. */
export const repliesThere = async ({ sql }: Pick<Database, 'sql'>): Promise<number> =>
  (await sql.selectFrom('reply').select('id').execute()).length
