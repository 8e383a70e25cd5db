import type { ExpressionBuilder } from 'kysely'
import { dropKey, readKey, unsubscribedPrefix, writeKey } from '../../store/key-values.ts'
import type { Queries, Tx } from '../../store/database.ts'
import type { ChangingTx } from '../../store/subscriptions.ts'
import type { BotTables } from '../../store/tables.ts'
import { deletePost, type PostRow, postOf } from './posts.ts'
import { keepThread } from './task-threads.ts'

/** A column that names channels. */
interface Place<Column extends string> {
  readonly column: Column
  /** What in the column is replaced, if not the id alone is the value. */
  readonly text?: (id: string) => string
  /** Where in the value that text is, as a pattern of `like`. */
  readonly at?: (text: string) => string
  /**
   * The column is in a unique key, with `others`. The new id may have a row with the same key already: which of the two
   * goes, or `neither`: then the former one keeps its old value.
   */
  readonly key?: { readonly others: readonly Column[]; readonly goes: 'former' | 'newer' | 'neither' }
}

const channel = { column: 'channel' } as const
/** What people chose last counts, as if it had been one channel all the time. */
const chosen = { ...channel, key: { others: [], goes: 'former' } } as const

/** Where rows name a channel. Complete, or it does not compile; a test compares it with the schema. */
export const placesOfChannels: {
  readonly [Name in keyof BotTables]: readonly Place<keyof BotTables[Name] & string>[]
} = {
  // The earlier period goes on, so that the next digest covers all of it.
  channel_digest: [{ ...channel, key: { others: [], goes: 'newer' } }],
  channel_mute: [chosen],
  channel_setting: [chosen],
  inbox: [],
  known_comment: [],
  known_module: [],
  known_project: [],
  known_task: [],
  made_channel: [channel, { column: 'asked_in' }],
  module_name: [],
  person_link: [],
  // `mergePosts` decides which of two goes.
  post: [channel],
  project_request: [{ column: 'form', text: (id) => `"${id}"`, at: (text) => `%${text}%` }],
  reply: [
    channel,
    {
      column: 'source',
      text: (id) => `${id}:`,
      at: (text) => `${text}%`,
      key: { others: [], goes: 'neither' },
    },
  ],
  reply_comment: [],
  setting: [{ column: 'key', text: (id) => unsubscribedPrefix + id, key: { others: [], goes: 'former' } }],
  subscription: [{ ...channel, key: { others: ['scope', 'target'], goes: 'former' } }],
  task_thread: [{ ...channel, key: { others: ['thread_ts'], goes: 'former' } }],
}

export interface Move {
  readonly from: string
  readonly to: string
  readonly now: number
}

/** The two names stand for whichever table and column a place has: the list has only existing ones. */
const movePlace = async (tx: Tx, table: keyof BotTables, place: Place<string>, { from, to }: Move) => {
  const { text = (id: string) => id, at, key } = place
  const [name, column] = [table as 'task_thread', place.column as 'thread_ts']
  const [before, after] = [text(from), text(to)]
  const isOf = (value: string) => [column, at ? 'like' : '=', at ? at(value) : value] as const
  type Row = ExpressionBuilder<BotTables, 'task_thread'>
  const replaced = (row: Row, old: string, other: string) =>
    row.fn<string>('replace', [row.ref(`${name}.${column}`), row.val(old), row.val(other)])
  /** Whether the other id has a row with the key that this one would have. */
  const hasTwin = (old: string, other: string) => (row: Row) => {
    const twins = row.selectFrom(`${name} as twin`).select(`twin.${column}`)
    const keys = [...(key?.others ?? [])].map((one) => one as 'thread_ts')
    const same = keys.reduce((query, one) => query.whereRef(`twin.${one}`, '=', `${name}.${one}`), twins)
    return row.exists(same.where(`twin.${column}`, '=', replaced(row, old, other)))
  }
  if (key && key.goes !== 'neither') {
    const [mine, its] = key.goes === 'former' ? [before, after] : [after, before]
    await tx.sql
      .deleteFrom(name)
      .where(...isOf(mine))
      .where(hasTwin(mine, its))
      .execute()
  }
  await tx.sql
    .updateTable(name)
    .set((row) => ({ [column]: replaced(row, before, after) }))
    .where(...isOf(before))
    .$if(key?.goes === 'neither', (query) => query.where((row) => row.not(hasTwin(before, after)(row))))
    .execute()
}

/** Whether the former id's message goes on. If both are in Slack, the newer one does, because people are there now. */
const isKept = (former: PostRow, newer: PostRow): boolean =>
  former.ts !== null && newer.ts === null && newer.state !== 'sending'

/** One of two messages of one kind and object goes. Replies under a card that goes still become comments. */
const mergePosts = async (tx: Tx, { from, to, now }: Move): Promise<void> => {
  const posts = await tx.sql
    .selectFrom('post')
    .selectAll()
    .where('channel', '=', from)
    .where((row) =>
      row.exists(
        row
          .selectFrom('post as twin')
          .select('twin.id')
          .where('twin.channel', '=', to)
          .whereRef('twin.kind', '=', 'post.kind')
          .whereRef('twin.object_uuid', '=', 'post.object_uuid'),
      ),
    )
    .execute()
  for (const former of posts) {
    const { kind, object_uuid: objectUuid, ts } = former
    const newer = await postOf(tx.sql, { channel: to, kind, objectUuid })
    if (!newer) continue
    if (isKept(former, newer)) {
      await deletePost(tx.sql, newer)
      continue
    }
    if (ts !== null && kind === 'task_card')
      await keepThread(tx, { channel: from, threadTs: ts, taskUuid: objectUuid }, now)
    await deletePost(tx.sql, former)
  }
}

/** `moved_channel:ID`: the channel's new id. What was being stored during the move may still have the former one. */
const movedPrefix = 'moved_channel:'

export const movedTo = (sql: Queries, channel: string): Promise<string | undefined> =>
  readKey(sql, movedPrefix + channel)

/** All that names the channel names it by its new id. Nothing that people did by either id is lost. */
export const moveChannel = async (tx: ChangingTx, move: Move): Promise<void> => {
  await dropKey(tx.sql, movedPrefix + move.to)
  await writeKey(tx.sql, movedPrefix + move.from, move.to)
  await mergePosts(tx, move)
  for (const [table, places] of Object.entries(placesOfChannels))
    for (const place of places) await movePlace(tx, table as keyof BotTables, place, move)
}
