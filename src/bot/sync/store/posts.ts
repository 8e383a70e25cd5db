import { namesOf, rowsIn } from '../../../database/engine.ts'
import type { Given } from '../../../database/statement.ts'
import { statement, type Queries, type Tx } from '../../store/database.ts'
import type { NewBotJob } from '../../store/payloads.ts'
import type { BotTables } from '../../store/tables.ts'

export type PostRow = Omit<BotTables['post'], 'id'> & { id: number }
export type PostKey = { channel: string; kind: string; objectUuid: string }

/** The root of the post's thread, else the post itself. */
export const aboutOf = ({
  kind,
  object_uuid: uuid,
  on_kind: onKind,
  on_uuid: onUuid,
}: Omit<PostOfJob, 'id' | 'channel'>) => ({
  kind: onKind ?? kind,
  uuid: onUuid ?? uuid,
})

/** What decides where in its channel's lane a post's job comes. */
export type PostOfJob = Pick<PostRow, 'id' | 'channel' | 'kind' | 'object_uuid' | 'on_kind' | 'on_uuid'>

/** The lane of a thread whose message is looked for: what hangs on it waits there, and the channel goes on. */
export const threadLane = (row: PostOfJob): string => `${row.channel} ${aboutOf(row).uuid}`

/** Of comments whose authors wrote many at once. */
export const lateTurn = 'late'

/**
 * Its channel's lane posts it, or shows its change. `turn`: the project whose event it is. By default it is the app's,
 * for what no event causes.
 */
export const postJob = (row: PostOfJob, turn = 'app'): NewBotJob => ({
  kind: 'post',
  lane: row.channel,
  turns: { turn, thread: aboutOf(row).uuid },
  payload: { post: row.id },
  trace: 'inherited',
})

const columns = {
  uuid: 'text',
  channel: 'text',
  kind: 'text',
  object_uuid: 'text',
  on_kind: 'text',
  on_uuid: 'text',
  facts: 'text',
  form: 'text',
  wanted: 'bigint',
  shown: 'bigint',
  inbox_id: 'bigint',
  state: 'text',
  error: 'text',
  created_at: 'bigint',
  settled_at: 'bigint',
} as const

export type NewPost = Pick<PostRow, keyof typeof columns>

const add = statement((db, { rows }: Given<{ rows: readonly NewPost[] }>, engine) =>
  db
    .insertInto('post')
    .columns(namesOf(columns))
    .expression(rowsIn(db, engine, rows, columns))
    // Also covers `uuid`, which two nodes derive from the same three columns.
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'uuid']),
)

/** Adds posts and skips existing ones (same channel, kind and object). Returns the new ones' ids by their uuids. */
export const addPosts = async (tx: Tx, rows: readonly NewPost[]): Promise<Map<string, number>> => {
  const ids = new Map<string, number>()
  if (rows.length === 0) return ids
  for (const { id, uuid } of await add.all(tx.sql, { rows })) ids.set(uuid, id)
  return ids
}

const byId = statement((db, { id }: Given<{ id: number }>) =>
  db.selectFrom('post').selectAll().where('id', '=', id),
)

export const postById = (sql: Queries, id: number): Promise<PostRow | undefined> => byId.first(sql, { id })

const byKey = statement((db, { channel, kind, objectUuid }: Given<PostKey>) =>
  db
    .selectFrom('post')
    .selectAll()
    .where('channel', '=', channel)
    .where('kind', '=', kind)
    .where('object_uuid', '=', objectUuid),
)

export const postOf = (sql: Queries, { channel, kind, objectUuid }: PostKey) =>
  byKey.first(sql, { channel, kind, objectUuid })

const about = statement((db, { kind, objectUuid }: Given<Omit<PostKey, 'channel'>>) =>
  db
    .selectFrom('post')
    .selectAll()
    .where('kind', '=', kind)
    .where('object_uuid', '=', objectUuid)
    .where('state', '<>', 'skipped')
    .orderBy('channel'),
)

/** An object's messages of this kind in every channel: posted, waiting, or failed, because a person may retry those. */
export const postsAbout = (sql: Queries, kind: string, objectUuid: string): Promise<PostRow[]> =>
  about.all(sql, { kind, objectUuid })

/** The same, locked until the transaction ends: by an update without a change, because SQLite locks no rows that it reads. */
export const lockPosts = (tx: Tx, kind: string, objectUuid: string): Promise<PostRow[]> =>
  tx.sql
    .updateTable('post')
    .set((row) => ({ kind: row.ref('kind') }))
    .where('kind', '=', kind)
    .where('object_uuid', '=', objectUuid)
    .where('state', '<>', 'skipped')
    .returningAll()
    .execute()

export const postByUuid = (sql: Queries, uuid: string): Promise<PostRow | undefined> =>
  sql.selectFrom('post').selectAll().where('uuid', '=', uuid).executeTakeFirst()

/** What still waits for a channel, also changes of what is there. */
export const waitingIn = (sql: Queries, channel: string): Promise<PostRow[]> =>
  sql
    .selectFrom('post')
    .selectAll()
    .where('channel', '=', channel)
    .where((row) =>
      row.or([
        row('state', 'in', ['kept', 'waiting', 'sending']),
        row.and([row('state', '=', 'posted'), row('shown', '<', row.ref('wanted'))]),
      ]),
    )
    .execute()

export type PostId = Pick<PostRow, 'id'>

export const thePost = (sql: Queries, { id }: PostId) => sql.updateTable('post').where('id', '=', id)

export const deletePost = async (sql: Queries, { id }: PostId): Promise<void> => {
  await sql.deleteFrom('post').where('id', '=', id).execute()
}

export const setForm = async (sql: Queries, row: PostId, form: string): Promise<void> => {
  await thePost(sql, row).set({ form }).execute()
}

/**
 * Stores that the message should say something else. Undefined if it says that already, or was left out. What could not
 * be shown before counts as shown, so that `hasJob` tells a change that is on its way.
 */
export const changePost = (
  tx: Tx,
  { channel, kind, objectUuid }: PostKey,
  facts: string,
  inboxId: number | null,
): Promise<(PostOfJob & Pick<PostRow, 'state' | 'wanted' | 'shown'>) | undefined> =>
  tx.sql
    .updateTable('post')
    .set((row) => ({ facts, wanted: row('wanted', '+', 1), change_id: inboxId }))
    .set((row) => {
      const couldNot = row.and([
        row('state', '=', 'posted'),
        row('error', 'is not', null),
        row('shown', '>', 0),
      ])
      return {
        shown: row.case().when(couldNot).then(row.ref('wanted')).else(row.ref('shown')).end(),
        error: row.case().when('state', '=', 'posted').then(null).else(row.ref('error')).end(),
      }
    })
    .where('channel', '=', channel)
    .where('kind', '=', kind)
    .where('object_uuid', '=', objectUuid)
    .where('state', '<>', 'skipped')
    .where((row) =>
      row.or([
        row('facts', '<>', facts),
        row.and([row('state', '=', 'posted'), row('error', 'is not', null)]),
      ]),
    )
    .returning(['id', 'channel', 'kind', 'object_uuid', 'on_kind', 'on_uuid', 'state', 'wanted', 'shown'])
    .executeTakeFirst()

/** Slack should show the same facts once more, because others read them. */
export const showAgain = async (tx: Tx, row: PostId): Promise<void> => {
  await thePost(tx.sql, row).set({ shown: 0, change_id: null, error: null }).execute()
}

/** The message was deleted in Slack, or is in a thread that was left. The next message that needs it posts it again. */
export const forgetMessage = async (sql: Queries, row: PostId): Promise<void> => {
  await thePost(sql, row)
    .set({ state: 'kept', shown: 0, ts: null, attempted_at: null, settled_at: null })
    .execute()
}

export const postAt = (sql: Queries, channel: string, ts: string): Promise<PostRow | undefined> =>
  sql.selectFrom('post').selectAll().where('channel', '=', channel).where('ts', '=', ts).executeTakeFirst()

/** Updates a card that is not in Slack yet. A withheld or refused one may be posted again. `cause`: set if it is due. */
export const refreshCard = async (
  sql: Queries,
  row: PostRow,
  facts: string,
  cause: { inboxId: number | null; at: number } | undefined,
): Promise<void> => {
  const isOpen = row.state === 'sending' || (row.state === 'waiting' && !cause)
  const state = cause ? ('waiting' as const) : ('kept' as const)
  await thePost(sql, row)
    .set((now) => ({ facts, wanted: now('wanted', '+', 1) }))
    .$if(!isOpen, (query) => query.set({ state, error: null }))
    .$if(cause !== undefined, (query) => query.set({ inbox_id: cause?.inboxId, created_at: cause?.at }))
    .where('state', '=', row.state)
    .execute()
}

/* A task's card quotes its customer's newest comment. */

type Quoting = Pick<PostRow, 'id' | 'wanted' | 'facts'>

const quote = statement((db, { id, wanted, facts, next }: Given<Quoting & { next: number }>) =>
  db
    .updateTable('post')
    .set({ facts, wanted: next })
    .where('id', '=', id)
    .where('wanted', '=', wanted)
    .where('ts', 'is', null)
    .returningAll(),
)

/** A card that is to be posted gets a quote. Returns the row as it is then. Undefined if something else changed it. */
export const quoteOn = (sql: Queries, { id, wanted, facts }: Quoting): Promise<PostRow | undefined> =>
  quote.first(sql, { id, wanted, facts, next: wanted + 1 })

type QuoteShown = Quoting & { shown: number; next: number; comment: string; now: number }

const quoteShown = statement((db, given: Given<QuoteShown>) =>
  db
    .updateTable('post')
    .set({ facts: given.facts, wanted: given.next, shown: given.next, error: null, changed_at: given.now })
    .where('id', '=', given.id)
    .where('wanted', '=', given.wanted)
    .where('shown', '=', given.shown)
    .where('state', '=', 'posted')
    .where((row) =>
      row.exists(
        row
          .selectFrom('known_comment')
          .select('known_comment.uuid')
          .where('known_comment.uuid', '=', given.comment)
          .where('known_comment.deleted_at', 'is', null),
      ),
    ),
)

/** Slack shows the quote. False if the card was changed meanwhile, or the comment deleted. */
export const settleQuote = async (
  sql: Queries,
  { id, wanted, shown }: PostRow,
  { facts, comment, now }: { facts: string; comment: string; now: number },
): Promise<boolean> =>
  (await quoteShown.run(sql, { id, wanted, shown, facts, next: wanted + 1, comment, now })) > 0
