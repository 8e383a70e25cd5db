import type { Database } from '../../../../src/bot/store/database.ts'
import type { BotTables } from '../../../../src/bot/store/tables.ts'

type Held = Pick<Database, 'sql'>

/** The bot comes to know whether its tasks are internal, or that nobody says. */
export const tasksAreInternal = async ({ sql }: Held, isInternal: boolean | undefined): Promise<void> => {
  const value = isInternal === undefined ? null : Number(isInternal)
  await sql.updateTable('known_task').set({ is_internal: value }).execute()
}

/** The bot's tasks become internal, and get a name that is for the team alone. */
export const hideTasks = async (database: Held, name: string): Promise<void> => {
  await tasksAreInternal(database, true)
  await database.sql.updateTable('known_task').set({ name }).execute()
}

export const knowProject = async (
  { sql }: Held,
  project: Pick<BotTables['known_project'], 'uuid' | 'name' | 'account_name' | 'internal_url' | 'portal_url'>,
): Promise<void> => {
  await sql.insertInto('known_project').values(project).execute()
}

export const knownTaskRows = ({ sql }: Held) =>
  sql.selectFrom('known_task').select(['uuid', 'project_uuid']).execute()

export const knownComments = ({ sql }: Held) =>
  sql.selectFrom('known_comment').select(['author_name', 'text']).execute()

export const personLinks = ({ sql }: Held) => sql.selectFrom('person_link').selectAll().execute()

/** Tasks that are known not to be internal. */
export const knowTasks = async ({ sql }: Held, project_uuid: string, uuids: readonly string[]) => {
  const of = { project_uuid, name: 'Hold the kick-off call', is_internal: 0, seen_at: 1 }
  await sql
    .insertInto('known_task')
    .values(uuids.map((uuid) => ({ uuid, ...of })))
    .execute()
}

export const moveProjects = async ({ sql }: Held, account: string): Promise<void> => {
  await sql.updateTable('known_project').set({ account_name: account, account_id: null }).execute()
}
