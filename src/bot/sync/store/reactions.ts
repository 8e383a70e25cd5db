import { type ExpressionBuilder, sql as raw } from 'kysely'
import { changedAny, type Given } from '../../../database/statement.ts'
import { statement, type Queries, type Tables, type Tx } from '../../store/database.ts'
import type { NewBotJob, Payload } from '../../store/payloads.ts'
import { openStates, type ReplyRow } from './replies.ts'

/**
 * The reaction on a reply's message: what it should be (`reaction`), what was added last (`reacted`), and what was
 * wanted before and may be there (`leftover`, names with spaces between them). Empty is none. A comment by command has no
 * message: `reacted` is ⏳ once its author was told that it waits.
 */
type Reacting = Pick<ReplyRow, 'id' | 'channel' | 'reaction' | 'reacted' | 'leftover'> & {
  ts: string
}

type Op = Payload<'reaction'>['op']

/** Two lanes, because Slack allows fewer removals than additions. */
export const reactionJob = (op: Op): NewBotJob => ({
  kind: 'reaction',
  lane: op,
  payload: { op },
})

type Waiting = Given<{ taskUuid: string; upTo: number }>

const isWaiting =
  ({ taskUuid, upTo }: Waiting) =>
  (reply: ExpressionBuilder<Tables, 'reply'>) =>
    reply.and([
      reply('task_uuid', '=', taskUuid),
      reply('created_at', '<=', upTo),
      reply('state', 'in', openStates),
      reply('reaction', '=', ''),
      reply.or([reply('ts', 'is not', null), reply('reacted', '=', '')]),
    ])

const lookWaiting = statement((db, given: Waiting) =>
  db.selectFrom('reply').select(['id', 'ts']).where(isWaiting(given)),
)

/** A task's open replies of up to a time in ms that show no sign yet. */
export const waitingReplies = (sql: Queries, taskUuid: string, upTo: number) =>
  lookWaiting.all(sql, { taskUuid, upTo })

const pending = 'hourglass_flowing_sand'

const reactTo = statement((db, given: Waiting) =>
  db
    .updateTable('reply')
    .set({
      reaction: raw<typeof pending>`case when ts is null then '' else ${raw.lit(pending)} end`,
      reacted: raw<string>`case when ts is null then ${raw.lit(pending)} else reacted end`,
    })
    .where(isWaiting(given))
    .returning(['id', 'ts']),
)

/** The same replies should bear ⏳, or their authors are told. Returns those that this call found. */
export const reactWaiting = (tx: Tx, taskUuid: string, upTo: number) =>
  reactTo.all(tx.sql, { taskUuid, upTo })

const columns = ['id', 'channel', 'ts', 'reaction', 'reacted', 'leftover'] as const

/** Slack may allow few. First comes ⚠️, then ✅, and ⏳ last; of each the oldest. */
const toAdd = statement((db, { skip }: Given<{ skip: number }>) =>
  db
    .selectFrom('reply')
    .select(columns)
    .whereRef('reaction', '<>', 'reacted')
    .where('ts', 'is not', null)
    .orderBy((by) => by('state', 'in', openStates))
    .orderBy((by) => by('state', '=', 'done'))
    .orderBy('id')
    .limit(1)
    .offset(skip),
)

const toRemove = statement((db, { skip }: Given<{ skip: number }>) =>
  db
    .selectFrom('reply')
    .select(columns)
    .where('leftover', '<>', '')
    // Not before the lane that adds has passed: its job queues this one, and the earlier reaction may still come.
    .whereRef('reacted', '=', 'reaction')
    .orderBy('id')
    .limit(1)
    .offset(skip),
)

/** A retry looks at another reply, because Slack may fail with one alone. */
export const nextToReact = async (sql: Queries, op: Op, skip: number): Promise<Reacting | undefined> => {
  const look = op === 'add' ? toAdd : toRemove
  const found =
    (await look.first(sql, { skip })) ?? (skip > 0 ? await look.first(sql, { skip: 0 }) : undefined)
  return found && { ...found, ts: found.ts ?? '' }
}

const added = statement((db, { id, name, before }: Given<{ id: number; name: string; before: string }>) =>
  db
    .updateTable('reply')
    .set({
      // A removal that ended meanwhile may have taken this one away.
      reacted: raw<string>`case when reaction = ${name} and leftover <> ${before} then '' else ${name} end`,
      // Unless another one is wanted by now.
      leftover: raw<string>`case when reaction = ${name}
        then trim(replace(' ' || leftover || ' ', ' ' || cast(${name} as text) || ' ', ' ')) else leftover end`,
    })
    .where('id', '=', id)
    .returning(['leftover', 'reaction', 'reacted']),
)

/** The message bears its reaction, or needs none. Returns what is to be done next: it may have to be added again. */
export const noteAdded = async (tx: Tx, reply: Reacting): Promise<Op | undefined> => {
  const { id, reaction: name, leftover: before } = reply
  const row = await added.first(tx.sql, { id, name, before })
  if (row?.reaction !== name) return undefined
  if (row.reacted !== name) return 'add'
  return row.leftover === '' ? undefined : 'remove'
}

const removed = statement((db, { id, leftover }: Given<Pick<Reacting, 'id' | 'leftover'>>) =>
  db.updateTable('reply').set({ leftover: '' }).where('id', '=', id).where('leftover', '=', leftover),
)

/** The leftover reactions are gone. `add` if one of them is wanted again. */
export const noteRemoved = async (tx: Tx, { id, leftover }: Reacting): Promise<Op | undefined> => {
  if ((await removed.run(tx.sql, { id, leftover })) > 0) return undefined
  const lost = tx.sql.updateTable('reply').set({ reacted: '' }).where('id', '=', id)
  return (await changedAny(lost.where('reacted', 'in', leftover.split(' ')))) ? 'add' : undefined
}
