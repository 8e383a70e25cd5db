import { hashOf } from '../../../contract/text.ts'
import { namesOf, rowsIn, toStorableText } from '../../../database/engine.ts'
import { changedAny, type Given } from '../../../database/statement.ts'
import { statement, type Queries, type Tables, type Tx } from '../../store/database.ts'
import { type Expression, type InferResult, type Insertable, type Kysely, sql as raw } from 'kysely'
import { z } from 'zod'
import type { BotTables } from '../../store/tables.ts'
import { type NewBotJob, replyFilesSchema } from '../../store/payloads.ts'
import type { PostRow } from './posts.ts'
import { type ChannelSettings, settingsIn } from '../../store/channel-settings.ts'

export const replies = (sql: Kysely<Tables>) =>
  sql
    .selectFrom('reply')
    .leftJoin('known_task as task', 'task.uuid', 'reply.task_uuid')
    .leftJoin('known_project as project', 'project.uuid', 'task.project_uuid')
    .selectAll('reply')
    .select(['task.name as taskName', 'task.is_internal as internal', 'task.project_uuid as projectUuid'])
    .select(['project.internal_url as internalUrl', 'project.portal_url as portalUrl'])

export type ReplyRow = InferResult<ReturnType<typeof replies>>[number]
export type Change = Partial<
  Pick<ReplyRow, 'state' | 'error' | 'request_id' | 'settled_at' | 'text' | 'reaction'>
>

/** Its task's lane sends it. */
export const replyJob = (task: string, reply: number): NewBotJob => ({
  kind: 'reply',
  lane: task,
  payload: { reply },
  trace: `reply-${reply}`,
})

export const openStates: readonly ReplyRow['state'][] = ['stored', 'unknown']

/** Whether its comment may still be sent. */
export const isOpen = ({ state }: Pick<ReplyRow, 'state'>): boolean => openStates.includes(state)

export type ReplyFile = z.infer<typeof replyFilesSchema>[number]

type Stored = Insertable<BotTables['reply']>
/** `ts` is missing for commands and dialogs. `ended`: refused from the start, or a draft. */
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
  reaction: 'text',
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
    reaction: ended?.reaction ?? '',
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

export const theReply = (sql: Queries, id: number) => sql.updateTable('reply').where('id', '=', id)

export const setReply = async (sql: Queries, id: number, change: Change): Promise<void> => {
  await theReply(sql, id).set(change).execute()
}

/**
 * Another reaction is wanted, or none. The one before may be there too, even if no answer said so. It counts as the last
 * one added, so that the lane that may be adding it right now passes first.
 */
const wanting = <Name extends ReplyRow['reaction']>(wanted: Name | Expression<Name>) => ({
  reaction: raw<Name>`${wanted}`,
  reacted: raw<string>`case when reaction = ${wanted} then reacted else reaction end`,
  leftover: raw<string>`case when reaction = ${wanted} then leftover
    else trim(leftover || ' ' || reaction) end`,
})

/** ✅ only on words that the tracker has. */
const unlessReworded = <Name extends ReplyRow['reaction']>(wanted: Expression<Name>) =>
  raw<Name | ''>`case when ${wanted} = 'white_check_mark' and sent is not null then '' else ${wanted} end`

const settle = statement((db, given: Given<{ id: number } & Change>) =>
  db
    .updateTable('reply')
    .set({
      state: given.state,
      error: given.error,
      request_id: given.request_id,
      settled_at: given.settled_at,
      text: given.text,
      ...(given.reaction && wanting(unlessReworded(given.reaction))),
    })
    .where('id', '=', given.id)
    .where('state', '<>', 'done'),
)

/** Stores the result. False if the comment exists by now. */
export const settleReply = async (sql: Queries, { id, ts }: ReplyRow, change: Change): Promise<boolean> =>
  (await settle.run(sql, { id, ...change, ...(ts === null && { reaction: '' }) })) > 0

const correction = 'reply-'
const correctedBy = (id: number): string => `${correction}${id}`

/**
 * Stores an edit of a reply that was sent, and puts ✅ on or off, if it is a comment. True if the tracker has these words:
 * somebody took an edit back.
 */
export const rewordReply = async (tx: Tx, id: number, text: string): Promise<boolean> => {
  // Locks the row first (see docs/lanes.md, "The trap").
  const locked = theReply(tx.sql, id).set((row) => ({ state: row.ref('state') }))
  const before = await locked.returning(['state', 'text', 'sent']).executeTakeFirstOrThrow()
  const sent = before.sent ?? hashOf(before.text)
  const isSame = sent === hashOf(text)
  const other = sent.startsWith(correction) ? 'corrected' : sent
  const mark = before.state === 'done' && wanting(isSame ? 'white_check_mark' : '')
  await theReply(tx.sql, id)
    .set({ text, sent: isSame ? null : other, ...mark })
    .execute()
  return isSame
}

/** A comment of the same author will say on the same task what the reply's edit says. Later edits end that. */
export const beginCorrection = async (
  tx: Tx,
  { user_id: user, task_uuid: task }: Pick<ReplyRow, 'user_id' | 'task_uuid'>,
  corrects: number,
  by: number,
): Promise<void> => {
  const own = theReply(tx.sql, corrects).where('user_id', '=', user).where('task_uuid', '=', task)
  await own
    .set({ sent: correctedBy(by) })
    .where('sent', 'is not', null)
    .execute()
}

/** The comment exists, so the reply that it corrects shows what the tracker has. True if there is such a reply. */
export const endCorrection = (tx: Tx, by: number): Promise<boolean> => {
  const mark = raw<'white_check_mark'>`case when state = 'done' then 'white_check_mark' else reaction end`
  return changedAny(
    tx.sql
      .updateTable('reply')
      .set({ sent: null, ...wanting(mark) })
      .where('sent', '=', correctedBy(by)),
  )
}

/** Reopens a failed reply. Its author waits since `now`, in ms. False for all but the first press. */
export const reopenReply = (sql: Queries, { id, ts }: ReplyRow, now: number): Promise<boolean> => {
  const reaction = ts === null ? ('' as const) : ('hourglass_flowing_sand' as const)
  const open = { state: 'stored', error: null, request_id: null, settled_at: null } as const
  const told = ts === null && { reacted: '', created_at: now }
  return changedAny(
    theReply(sql, id)
      .set({ ...open, ...wanting(reaction), ...told })
      .where('state', 'in', ['refused', 'unconfirmed']),
  )
}

/** What decides about a reply in a thread. */
export interface ThreadThere {
  /** The message of ours that began it, if it is known. */
  readonly root: PostRow | undefined
  /** The task that somebody connected the thread to. */
  readonly joinedTask: string | undefined
  readonly isTaskDeleted: boolean
  readonly settings: ChannelSettings
}

/** One statement, because Slack waits for it. */
const threadFacts = statement((db, { channel, threadTs }: Given<{ channel: string; threadTs: string }>) =>
  db
    .selectFrom(raw<{ one: number }>`(select 1 as one)`.as('base'))
    .leftJoin('post as root', (join) => join.on('root.channel', '=', channel).on('root.ts', '=', threadTs))
    .leftJoin('task_thread as joined', (join) =>
      join.on('joined.channel', '=', channel).on('joined.thread_ts', '=', threadTs),
    )
    .leftJoin('channel_setting as setting', (join) => join.on('setting.channel', '=', channel))
    .leftJoin('known_task as task', (join) =>
      join.on((row) =>
        row('task.uuid', '=', row.fn.coalesce('joined.task_uuid', 'root.on_uuid', 'root.object_uuid')),
      ),
    )
    .selectAll('root')
    .select(['joined.task_uuid as joined', 'setting.settings', 'task.deleted_at as taskDeletedAt']),
)

export const threadAt = async (sql: Queries, channel: string, threadTs: string): Promise<ThreadThere> => {
  const { joined, settings, taskDeletedAt, ...root } = await threadFacts.one(sql, { channel, threadTs })
  return {
    root: root.id === null ? undefined : (root as PostRow),
    joinedTask: joined ?? undefined,
    isTaskDeleted: taskDeletedAt !== null,
    settings: settingsIn(settings ?? undefined),
  }
}
