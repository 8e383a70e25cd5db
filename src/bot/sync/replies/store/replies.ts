import { namesOf, rowsIn } from '../../../../database/rows-in.ts'
import type { Given } from '../../../../database/statement.ts'
import { statement } from '../../../store/statement.ts'
import { type InferResult, type Insertable, type Kysely, sql as raw } from 'kysely'
import { z } from 'zod'
import type { Database, Queries, Tables, Tx } from '../../../store/database.ts'
import type { BotTables } from '../../../store/tables.ts'
import { changedAny } from '../../../../database/changed-any.ts'
import { toStorableText } from '../../../../database/storable-text.ts'
import { replyFiles } from '../../../store/payloads.ts'

/** A reply with its task and project. */
export const replies = (sql: Kysely<Tables>) =>
  sql
    .selectFrom('reply')
    .leftJoin('known_task as task', 'task.uuid', 'reply.task_uuid')
    .leftJoin('known_project as project', 'project.uuid', 'task.project_uuid')
    .selectAll('reply')
    .select(['task.name as taskName', 'task.is_internal as internal', 'task.project_uuid as projectUuid'])
    .select(['project.internal_url as internalUrl', 'project.portal_url as portalUrl'])

export type ReplyRow = InferResult<ReturnType<typeof replies>>[number]
export type ReplyPart = BotTables['reply_comment']
export type Change = Partial<
  Pick<ReplyRow, 'state' | 'error' | 'request_id' | 'settled_at' | 'text' | 'sign'>
>

export const openStates = ['stored', 'unknown'] as const

/** Whether its comment may still be sent. */
export const isOpen = ({ state }: Pick<ReplyRow, 'state'>): boolean =>
  openStates.some((open) => open === state)

export type ReplyFile = z.infer<typeof replyFiles>[number]

type Stored = Insertable<BotTables['reply']>
/** `ts` is missing for commands and dialogs. `ended`: refused from the start. */
export type NewReply = Pick<Stored, 'source' | 'channel' | 'user_id' | 'task_uuid' | 'text'> &
  Partial<Pick<Stored, 'ts' | 'thread_ts'>> & {
    files?: readonly ReplyFile[]
    ended?: Change
  }

const columns = {
  source: 'text',
  channel: 'text',
  user_id: 'text',
  task_uuid: 'text',
  ts: 'text',
  thread_ts: 'text',
  text: 'text',
  files: 'text',
  created_at: 'bigint',
  state: 'text',
  error: 'text',
  settled_at: 'bigint',
  sign: 'text',
} as const

const add = statement(
  (db, { rows }: Given<{ rows: readonly Pick<Stored, keyof typeof columns>[] }>, engine) =>
    db
      .insertInto('reply')
      .columns(namesOf(columns))
      .expression(rowsIn(db, engine, rows, columns))
      .onConflict((conflict) => conflict.column('source').doNothing())
      .returning(['id', 'source']),
)

/** Stores replies and skips known sources. Returns the new sources with their ids. */
export const addReplies = async (
  tx: Tx,
  replies: readonly (NewReply & { now: number })[],
): Promise<Map<string, number>> => {
  if (replies.length === 0) return new Map()
  const rows = replies.map(({ files = [], text, now, ended, ts = null, thread_ts = null, ...reply }) => ({
    ...reply,
    ts,
    thread_ts,
    text: toStorableText(text),
    files: JSON.stringify(files),
    created_at: now,
    state: ended?.state ?? ('stored' as const),
    error: ended?.error ?? null,
    settled_at: ended?.settled_at ?? null,
    sign: ended?.sign ?? null,
  }))
  const added = await add.all(tx.sql, { rows })
  return new Map(added.map(({ id, source }) => [source, id]))
}

export const addReply = async (tx: Tx, reply: NewReply, now: number): Promise<number | undefined> =>
  (await addReplies(tx, [{ ...reply, now }])).get(reply.source)

const byId = statement((db, { id }: Given<{ id: number }>) => replies(db).where('reply.id', '=', id))

export const replyById = (sql: Queries, id: number): Promise<ReplyRow | undefined> => byId.first(sql, { id })

/** Identifies a thread reply. Slack may deliver it under several event ids. */
export const sourceOf = (channel: string, ts: string): string => `${channel}:${ts}`

/** Indexed, because every edit in every channel needs it. */
const bySource = statement((db, { source }: Given<{ source: string }>) =>
  replies(db).where('reply.source', '=', source),
)

export const replyBySource = (sql: Queries, source: string): Promise<ReplyRow | undefined> =>
  bySource.first(sql, { source })

const theReply = (sql: Queries, id: number) => sql.updateTable('reply').where('id', '=', id)

const thePart = (sql: Queries, { reply_id: id, part }: ReplyPart) =>
  sql.updateTable('reply_comment').where('reply_id', '=', id).where('part', '=', part)

export const setReply = async (sql: Queries, id: number, change: Change): Promise<void> => {
  await theReply(sql, id).set(change).execute()
}

const settle = statement((db, given: Given<{ id: number } & Change>) =>
  db
    .updateTable('reply')
    .set({
      state: given.state,
      error: given.error,
      request_id: given.request_id,
      settled_at: given.settled_at,
      text: given.text,
      sign: given.sign,
    })
    .where('id', '=', given.id)
    .where('state', '<>', 'done')
    .returning('sign'),
)

/** Stores the result and returns the current reaction. Undefined if the comment exists by now. */
export const settleReply = (
  sql: Queries,
  id: number,
  change: Change,
): Promise<Pick<ReplyRow, 'sign'> | undefined> => settle.first(sql, { id, ...change })

/** Reopens a failed reply. False for all but the first press. */
export const reopenReply = (sql: Queries, id: number, sign: ReplyRow['sign']): Promise<boolean> => {
  const open = { state: 'stored', sign, error: null, request_id: null, settled_at: null } as const
  return changedAny(theReply(sql, id).set(open).where('state', 'in', ['refused', 'unconfirmed']))
}

/** Changes a reply that the tracker doesn't have yet, and drops its parts. False if it is too late. */
export const changeUnsent = async (tx: Tx, id: number, change: Change): Promise<boolean> => {
  // Locks the row first, so that later reads stay valid (see docs/lanes.md, "The trap").
  const locked = theReply(tx.sql, id).set((row) => ({ state: row.ref('state') }))
  if (!(await changedAny(locked.where('state', 'in', ['stored', 'refused'])))) return false
  if ((await partsOf(tx.sql, id)).some(({ attempted_at: at }) => at !== null)) return false
  await dropParts(tx, id)
  await setReply(tx.sql, id, change)
  return true
}

export const isUnsent = ({ state }: ReplyPart): boolean => state !== 'done'

/** The comment may exist, but nothing has confirmed it. */
export const isInDoubt = ({ state }: ReplyPart): boolean => state === 'sending' || state === 'unknown'

const partsFor = statement((db, { reply }: Given<{ reply: number }>) =>
  db.selectFrom('reply_comment').selectAll().where('reply_id', '=', reply).orderBy('part'),
)

export const partsOf = (sql: Queries, reply: number): Promise<ReplyPart[]> => partsFor.all(sql, { reply })

/** Drops parts that did not become comments, to make them again from the reply's text. */
export const dropParts = async (tx: Tx, replyId: number): Promise<void> => {
  await tx.sql.deleteFrom('reply_comment').where('reply_id', '=', replyId).execute()
}

interface Begin {
  reply: number
  text: string
  parts: readonly Pick<ReplyPart, 'part' | 'body'>[]
  begun: number
  now: number
  /** Not if the task became internal. */
  unlessInternal: true | undefined
}

const begin = statement((db, given: Given<Begin>, engine) => {
  const isBegun = raw<boolean>`cast(e.value->>'part' as integer) = ${given.begun}`
  return db
    .insertInto('reply_comment')
    .columns(['reply_id', 'part', 'task_uuid', 'body', 'state', 'attempted_at', 'comment_uuid'])
    .expression((row) =>
      row
        .selectFrom(['reply', raw`(select * from ${engine.each(given.parts)})`.as('e')])
        .select(['reply.id', raw<number>`cast(e.value->>'part' as integer)`.as('part'), 'reply.task_uuid'])
        .select(raw<string>`e.value->>'body'`.as('body'))
        .select(raw<ReplyPart['state']>`case when ${isBegun} then 'sending' else 'waiting' end`.as('state'))
        .select(raw<number>`case when ${isBegun} then cast(${given.now} as bigint) end`.as('attempted_at'))
        .select(raw<null>`null`.as('comment_uuid'))
        .where('reply.id', '=', given.reply)
        .where('reply.text', '=', given.text)
        .where('reply.state', 'in', openStates)
        .$if(given.unlessInternal !== undefined, (shared) =>
          shared.where((row) => {
            const task = row.selectFrom('known_task as task').select('task.uuid')
            const own = task.whereRef('task.uuid', '=', 'reply.task_uuid')
            return row.not(row.exists(own.where('task.is_internal', '=', 1)))
          }),
        )
        .$if(engine.forUpdate !== '', (locked) => locked.forUpdate('reply')),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['reply_id', 'part'])
        .doUpdateSet((row) => ({
          state: row.ref('excluded.state'),
          attempted_at: row.ref('excluded.attempted_at'),
        }))
        .where('reply_comment.state', '=', 'waiting')
        .where('excluded.state', '=', 'sending'),
    )
    .returning('part')
})

/**
 * Stores the intent before the call, because the echo may come before the answer, and the process may crash.
 * Stores all parts, so that a retry sends the same text. One statement locks the reply's row: a change of the
 * reply comes either before (then the text differs) or too late. False if the reply changed, another node
 * began the part, or the task became internal and the author may not comment on it then.
 */
export const beginPart = async (
  { sql }: Pick<Database, 'sql'>,
  reply: ReplyRow,
  parts: readonly ReplyPart[],
  { part: begun }: ReplyPart,
  { now, evenInternal }: { now: number; evenInternal: boolean },
): Promise<boolean> => {
  const rows = await begin.all(sql, {
    reply: reply.id,
    text: reply.text,
    parts: parts.map(({ part, body }) => ({ part, body: toStorableText(body) })),
    begun,
    now,
    unlessInternal: evenInternal ? undefined : true,
  })
  return rows.some(({ part }) => part === begun)
}

/** The tracker did not accept the part. Restores its state from before this attempt. */
export const takePartBack = async (sql: Queries, before: ReplyPart, attemptedAt: number): Promise<void> => {
  await thePart(sql, before)
    .set({ state: 'waiting', attempted_at: before.attempted_at })
    .where('state', '=', 'sending')
    .where('attempted_at', '=', attemptedAt)
    .execute()
}

type PartChange = Partial<Pick<ReplyPart, 'state' | 'comment_uuid'>>

const changePart = statement((db, given: Given<PartChange & Pick<ReplyPart, 'reply_id' | 'part'>>) =>
  db
    .updateTable('reply_comment')
    .set({ state: given.state, comment_uuid: given.comment_uuid })
    .where('reply_id', '=', given.reply_id)
    .where('part', '=', given.part),
)

export const setPart = async (
  sql: Queries,
  { reply_id, part }: ReplyPart,
  change: PartChange,
): Promise<void> => {
  await changePart.run(sql, { reply_id, part, ...change })
}

const partFor = statement((db, { uuid }: Given<{ uuid: string }>) =>
  db.selectFrom('reply_comment').selectAll().where('comment_uuid', '=', uuid),
)

export const partByComment = (sql: Queries, uuid: string): Promise<ReplyPart | undefined> =>
  partFor.first(sql, { uuid })

/** The call got no usable answer. False if the echo came first. */
export const markUnknown = async (sql: Queries, part: ReplyPart): Promise<boolean> => {
  const unknown = { state: 'unknown' } as const
  if (!(await changedAny(thePart(sql, part).set(unknown).where('state', 'in', ['sending', 'unknown']))))
    return false
  await theReply(sql, part.reply_id).set(unknown).where('state', '=', 'stored').execute()
  return true
}
