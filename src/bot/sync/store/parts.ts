import { sql as raw } from 'kysely'
import { changedAny, type Given } from '../../../database/statement.ts'
import { toStorableText } from '../../../database/engine.ts'
import { type Database, type Queries, type Tx, statement } from '../../store/database.ts'
import type { BotTables } from '../../store/tables.ts'
import { type Change, type ReplyRow, openStates, replies, setReply, theReply } from './replies.ts'

/** A long reply is several comments. Each is a part, and is sent once. */
export type ReplyPart = BotTables['reply_comment']

const thePart = (sql: Queries, { reply_id: id, part }: ReplyPart) =>
  sql.updateTable('reply_comment').where('reply_id', '=', id).where('part', '=', part)

export const isUnsent = ({ state }: ReplyPart): boolean => state !== 'done'

/** The comment may exist, but nothing has confirmed it. */
export const isUnconfirmed = ({ state }: ReplyPart): boolean => state === 'sending' || state === 'unknown'

const toSend = statement((db, { id, key }: Given<{ id: number; key: string }>) =>
  replies(db)
    .leftJoin('reply_comment as sent', 'sent.reply_id', 'reply.id')
    .leftJoin('setting', (join) => join.on('setting.key', '=', key))
    .select(['sent.part', 'sent.body', 'sent.state as partState', 'setting.value as apiUser'])
    .select(['sent.attempted_at', 'sent.comment_uuid'])
    .where('reply.id', '=', id)
    .orderBy('sent.part'),
)

/** What decides about sending a reply. `apiUser`: the value of the setting `key`. */
export const replyToSend = async (sql: Queries, id: number, key: string) => {
  const rows = await toSend.all(sql, { id, key })
  const parts = rows.flatMap(({ part, body, partState: state, attempted_at, comment_uuid, task_uuid }) => {
    if (part === null || body === null || state === null) return []
    return { reply_id: id, part, task_uuid, body, state, attempted_at, comment_uuid }
  })
  const [reply] = rows
  return reply && { reply, parts, apiUser: reply.apiUser ?? undefined }
}

const partsFor = statement((db, { reply }: Given<{ reply: number }>) =>
  db.selectFrom('reply_comment').selectAll().where('reply_id', '=', reply).orderBy('part'),
)

export const partsOf = (sql: Queries, reply: number): Promise<ReplyPart[]> => partsFor.all(sql, { reply })

/** Drops parts that did not become comments, to make them again from the reply's text. */
export const dropParts = async (tx: Tx, replyId: number): Promise<void> => {
  await tx.sql.deleteFrom('reply_comment').where('reply_id', '=', replyId).execute()
  await theReply(tx.sql, replyId).set({ sent: null }).execute()
}

interface Begin {
  reply: number
  text: string
  parts: readonly Pick<ReplyPart, 'part' | 'body'>[]
  begun: number
  now: number
  /** Set: nothing begins if the task is internal by now. */
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

export const setPart = async (sql: Queries, { reply_id, part }: ReplyPart, change: PartChange) => {
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
