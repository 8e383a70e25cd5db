import { sql as raw } from 'kysely'
import { startOf } from '../../contract/text.ts'
import { namesOf, rowsIn } from '../../database/engine.ts'
import type { Given } from '../../database/statement.ts'
import { statement, type Queries, type Tx } from './database.ts'
import type { BotTables } from './tables.ts'
import { eventNames, events } from '../../contract/event.ts'
import { payloads } from '../../contract/payload.ts'

const columns = {
  dedupe_key: 'text',
  event_name: 'text',
  object_uuid: 'text',
  project_uuid: 'text',
  body: 'text',
  received_at: 'bigint',
  state: 'text',
  outcome: 'text',
} as const

export type NewInboxRow = Pick<BotTables['inbox'], keyof typeof columns>

const add = statement((db, { rows }: Given<{ rows: readonly NewInboxRow[] }>, engine) =>
  db
    .insertInto('inbox')
    .columns(namesOf(columns))
    .expression(rowsIn(db, engine, rows, columns))
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning(['id', 'dedupe_key']),
)

/** Skips known keys. Returns the new ones with their ids. */
export const addToInbox = async (tx: Tx, rows: readonly NewInboxRow[]): Promise<Map<string, number>> => {
  const ids = new Map<string, number>()
  if (rows.length === 0) return ids
  for (const { id, dedupe_key: key } of await add.all(tx.sql, { rows })) ids.set(key, id)
  return ids
}

/** The webhook was set aside as it came. One that was worked on has a time in `handled_at`. */
export const isUnreadable = raw<boolean>`state = 'aside' and handled_at is null`

/** Forgets older webhooks that can't be read, so that a broken or hostile sender doesn't fill the disk. */
export const keepNewestUnreadable = async ({ sql }: Tx, most: number): Promise<void> => {
  const first = await sql
    .selectFrom('inbox')
    .select('id')
    .where(isUnreadable)
    .orderBy('id', 'desc')
    .offset(most)
    .limit(1)
    .executeTakeFirst()
  if (first) await sql.deleteFrom('inbox').where(isUnreadable).where('id', '<=', first.id).execute()
}

const byId = statement((db, { id }: Given<{ id: number }>) =>
  db.selectFrom('inbox').selectAll().where('id', '=', id),
)

export const inboxRow = (sql: Queries, id: number) => byId.first(sql, { id })

type Settled = Pick<BotTables['inbox'], 'outcome' | 'handled_at'> & {
  id: number
  state: Exclude<BotTables['inbox']['state'], 'waiting'>
}

const settle = statement((db, { id, state, outcome, handled_at: at }: Given<Settled>) =>
  db
    .updateTable('inbox')
    .set({ state, outcome, handled_at: at })
    .where('id', '=', id)
    .returning((inbox) => {
      const card = inbox
        .selectFrom('post')
        .select('post.id')
        .where('post.kind', '=', 'project_card')
        .whereRef('post.object_uuid', '=', 'inbox.project_uuid')
      return [
        inbox.exists(card).as('carded'),
        inbox.exists(card.where('post.ts', 'is not', null)).as('cardPosted'),
      ]
    }),
)

export const hasLater = async (
  sql: Queries,
  { id, object_uuid: object }: Pick<BotTables['inbox'], 'object_uuid'> & { id: number },
): Promise<boolean> => {
  const later = sql.selectFrom('inbox').select('id').where('id', '>', id).where('object_uuid', '=', object)
  return (await later.limit(1).executeTakeFirst()) !== undefined
}

/** `carded`: the project has cards. `cardPosted`: one is in Slack. */
export const settleInbox = async (
  tx: Tx,
  id: number,
  state: Settled['state'],
  outcome: string,
  now: number,
): Promise<{ carded: boolean; cardPosted: boolean }> => {
  const row = await settle.first(tx.sql, { id, state, outcome: startOf(outcome, 1_000), handled_at: now })
  return { carded: Boolean(row?.carded), cardPosted: Boolean(row?.cardPosted) }
}

/** When the newest event arrived that was worked off, in ms. */
export const lastInboxAt = async (sql: Queries): Promise<number | undefined> => {
  const row = await sql
    .selectFrom('inbox')
    .select('received_at')
    .where('handled_at', 'is not', null)
    .orderBy('handled_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.received_at
}

/** Only events that describe a project may carry data fields. */
const projectEvents = eventNames.filter((name) => events[name].payload === payloads.project)

/** Literals, in the order of the index: with parameters, neither engine uses it. */
export const isProjectEvent = (column: string) =>
  raw<boolean>`${raw.ref(column)} in (${raw.join(projectEvents.map((name) => raw.lit(name)))})`

/** The project's newest event that was verified. */
export const lastProjectEvent = async (sql: Queries, projectUuid: string): Promise<string | undefined> => {
  const row = await sql
    .selectFrom('inbox')
    .select('body')
    .where('project_uuid', '=', projectUuid)
    .where(isProjectEvent('event_name'))
    .where('state', '=', 'handled')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.body
}
