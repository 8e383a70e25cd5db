import type { Selectable } from 'kysely'
import type { Database } from '../../../../src/bot/store/database.ts'
import type { BotTables } from '../../../../src/bot/store/tables.ts'

type Held = Pick<Database, 'sql'>

export const eventRows = ({ sql }: Held) => sql.selectFrom('inbox').selectAll().orderBy('id').execute()

export const outcomes = async (database: Held) => (await eventRows(database)).map(({ outcome }) => outcome)

/** Something that the bot does not know, stored long ago. */
export const storeOddEvent = async ({ sql }: Held): Promise<void> => {
  const odd = { dedupe_key: 'odd', event_name: 'odd', body: '{"odd":true}', received_at: 1 }
  const none = { object_uuid: null, project_uuid: null, handled_at: null }
  const row = { ...odd, ...none, state: 'aside', outcome: 'unknown' } as const
  await sql.insertInto('inbox').values(row).execute()
}

export const setEventsAside = async ({ sql }: Held): Promise<void> => {
  await sql.updateTable('inbox').set({ state: 'aside', handled_at: 1, outcome: 'poisoned' }).execute()
}

export const postRows = ({ sql }: Held, facts: Partial<Selectable<BotTables['post']>> = {}) =>
  sql
    .selectFrom('post')
    .selectAll()
    .where((row) => row.and(facts))
    .orderBy('id')
    .execute()

/** Why what was not said was not, in the order of the posts. Without changes of task cards, which come when they may. */
export const skipReasons = async (database: Held) =>
  (await postRows(database)).flatMap(({ kind, state, shown, wanted, error }) =>
    error !== null &&
    (state === 'skipped' || (state === 'posted' && kind !== 'task_card' && shown === wanted))
      ? error
      : [],
  )

/** All posts are lost: the bot knows of none of its messages. */
export const forgetPosted = async ({ sql }: Held): Promise<void> => {
  await sql.deleteFrom('post').execute()
}

export const replyRows = ({ sql }: Held) => sql.selectFrom('reply').selectAll().orderBy('id').execute()

export const projectRequests = ({ sql }: Held) => sql.selectFrom('project_request').selectAll().execute()

/** As the daily pass does to forms of projects that were created long ago. */
export const eraseForms = async ({ sql }: Held, upTo = Number.MAX_SAFE_INTEGER): Promise<void> => {
  const done = sql.updateTable('project_request').set({ form: '{}' }).where('state', '=', 'done')
  await done.where('id', '<=', upTo).execute()
}

/** What another version wrote: forms of a shape that this one does not know. */
export const spoilForms = async ({ sql }: Held): Promise<void> => {
  await sql.updateTable('project_request').set({ form: '{"name":7}' }).execute()
}

/** An event of a project that was worked on. Returns the id of its row. */
export const addEvent = async ({ sql }: Held, project_uuid: string): Promise<number> => {
  const of = {
    dedupe_key: project_uuid,
    event_name: 'task_updated',
    object_uuid: null,
    project_uuid,
    body: '',
  }
  const row = { ...of, received_at: 1, state: 'handled', outcome: null, handled_at: 1 } as const
  return (await sql.insertInto('inbox').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** The rows of a backup from before Slack took their messages. */
export const putBack = async ({ sql }: Held): Promise<void> => {
  const of = { state: 'waiting', shown: 0, ts: null, attempted_at: null, settled_at: null } as const
  await sql.updateTable('post').set(of).where('state', '=', 'posted').execute()
}
