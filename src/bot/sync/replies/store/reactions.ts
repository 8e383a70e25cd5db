import type { Given } from '../../../../database/statement.ts'
import { changedAny } from '../../../../database/changed-any.ts'
import { statement, type Queries, type Tx } from '../../../store/database.ts'
import { openStates, type ReplyRow } from './replies.ts'

/**
 * The reaction on a reply's message: what it should be (`reaction`), what was added last (`reacted`), and what of
 * before is still there (`leftover`, names with spaces between them). Empty is none.
 */
export type Reacting = Pick<ReplyRow, 'id' | 'channel' | 'reaction' | 'reacted' | 'leftover'> & {
  ts: string
}

type Waiting = Given<{ taskUuid: string; upTo: number }>

const open = statement((db, { taskUuid, upTo }: Waiting) =>
  db
    .selectFrom('reply')
    .select('id')
    .where('task_uuid', '=', taskUuid)
    .where('created_at', '<=', upTo)
    .where('state', 'in', openStates)
    .where('reaction', '=', '')
    .where('ts', 'is not', null)
    .limit(1),
)

export const isAnyWaiting = async (sql: Queries, taskUuid: string, upTo: number): Promise<boolean> =>
  (await open.first(sql, { taskUuid, upTo })) !== undefined

const waiting = statement((db, { taskUuid, upTo }: Waiting) =>
  db
    .updateTable('reply')
    .set({ reaction: 'hourglass_flowing_sand' })
    .where('task_uuid', '=', taskUuid)
    .where('created_at', '<=', upTo)
    .where('state', 'in', openStates)
    .where('reaction', '=', '')
    .where('ts', 'is not', null)
    .returning('id'),
)

/** A task's open replies of up to a time in ms should bear ⏳. Returns those that did not. */
export const reactWaiting = (tx: Tx, taskUuid: string, upTo: number) =>
  waiting.all(tx.sql, { taskUuid, upTo })

const columns = ['id', 'channel', 'ts', 'reaction', 'reacted', 'leftover'] as const

/** Slack may allow few. First comes ⚠️, then ✅, and ⏳ last; of these the last comments of their threads, then the oldest. */
const toAdd = statement((db, { skip }: Given<{ skip: number }>) =>
  db
    .selectFrom('reply')
    .select(columns)
    .whereRef('reaction', '<>', 'reacted')
    .orderBy((by) => by('state', 'in', openStates))
    .orderBy((by) => by('state', '=', 'done'))
    .orderBy((by) =>
      by.exists(
        by
          .selectFrom('reply as later')
          .select('later.id')
          .whereRef('later.task_uuid', '=', 'reply.task_uuid')
          .whereRef('later.channel', '=', 'reply.channel')
          .whereRef('later.thread_ts', '=', 'reply.thread_ts')
          .whereRef('later.id', '>', 'reply.id')
          .where('later.state', '=', 'done'),
      ),
    )
    .orderBy('id')
    .limit(1)
    .offset(skip),
)

const toRemove = statement((db, { skip }: Given<{ skip: number }>) =>
  db.selectFrom('reply').select(columns).where('leftover', '<>', '').orderBy('id').limit(1).offset(skip),
)

/** A retry looks at another one, because Slack may fail with this one alone. */
const next = async (
  sql: Queries,
  look: typeof toAdd | typeof toRemove,
  skip: number,
): Promise<Reacting | undefined> => {
  const found =
    (await look.first(sql, { skip })) ?? (skip > 0 ? await look.first(sql, { skip: 0 }) : undefined)
  return found && { ...found, ts: found.ts ?? '' }
}

export const nextToAdd = (sql: Queries, skip: number) => next(sql, toAdd, skip)
export const nextToRemove = (sql: Queries, skip: number) => next(sql, toRemove, skip)

const added = statement((db, given: Given<Pick<Reacting, 'id' | 'reaction' | 'leftover'>>) =>
  db
    .updateTable('reply')
    .set({ reacted: given.reaction, leftover: given.leftover })
    .where('id', '=', given.id),
)

/** The message bears its reaction. Returns whether an earlier one is still there. */
export const noteAdded = async (tx: Tx, { id, reaction, reacted, leftover }: Reacting): Promise<boolean> => {
  const there = new Set([...leftover.split(' '), reacted].filter(Boolean))
  there.delete(reaction)
  const others = [...there].join(' ')
  await added.run(tx.sql, { id, reaction, leftover: others })
  return others !== ''
}

const removed = statement((db, given: Given<Pick<Reacting, 'id' | 'leftover'>>) =>
  db
    .updateTable('reply')
    .set({ leftover: '' })
    .where('id', '=', given.id)
    .where('leftover', '=', given.leftover),
)

/** These are gone. True if one of them became the wanted one meanwhile, and must be added again. */
export const noteRemoved = async (tx: Tx, { id, leftover }: Reacting): Promise<boolean> => {
  if ((await removed.run(tx.sql, { id, leftover })) > 0) return false
  return changedAny(
    tx.sql
      .updateTable('reply')
      .set({ reacted: '', leftover: '' })
      .where('id', '=', id)
      .where('reacted', 'in', leftover.split(' ')),
  )
}
