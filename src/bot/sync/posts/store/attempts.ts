import type { Given } from '../../../../database/statement.ts'
import { startOf } from '../../../../contract/text/start-of.ts'
import { changedAny } from '../../../../database/changed-any.ts'
import { type Queries, statement } from '../../../store/database.ts'
import { type Known, type PostRow, thePost } from './posts.ts'

/** A post on its way to Slack: the intent before the call, its result after it. */

type Attempt = Pick<PostRow, 'id' | 'state' | 'attempted_at'> & { now: number }

const send = statement((db, { id, state, attempted_at: at, now }: Given<Attempt>) =>
  db
    .updateTable('post')
    .set((current) => ({ state: 'sending', attempted_at: now, shown: current.ref('wanted') }))
    .where('id', '=', id)
    .where('state', '=', state)
    .where('attempted_at', 'is not distinct from', at)
    .returningAll(),
)

/**
 * Stores the intent before the call, and what the call will show. Returns the row as it is by then. Undefined if another
 * node took it over.
 */
export const markSending = (sql: Queries, row: PostRow, now: number): Promise<PostRow | undefined> =>
  send.first(sql, { id: row.id, state: row.state, attempted_at: row.attempted_at, now })

/** The call got no answer. Slack may still carry it out, counted from now. */
export const markGivenUp = async (sql: Queries, row: Known, now: number): Promise<void> => {
  await thePost(sql, row).set({ attempted_at: now }).where('state', '=', 'sending').execute()
}

/** Slack refused the call, so the message does not exist. */
export const markNotSent = async (sql: Queries, row: Pick<PostRow, 'id' | 'state'>): Promise<void> => {
  const state = row.state === 'kept' ? 'kept' : 'waiting'
  await thePost(sql, row).set({ state, shown: 0 }).execute()
}

/** A person tries again what failed: a message, or its last change. */
export const retryPost = async (sql: Queries, { id, ts }: Pick<PostRow, 'id' | 'ts'>): Promise<void> => {
  await thePost(sql, { id })
    .set({ error: null, ...(ts === null && { state: 'waiting' }) })
    .execute()
}

const posted = statement((db, { id, ts, now }: Given<{ id: number; ts: string; now: number }>) =>
  db.updateTable('post').set({ state: 'posted', ts, error: null, settled_at: now }).where('id', '=', id),
)

/** The message is in Slack, and shows what the call said. */
export const settlePosted = async (sql: Queries, { id }: Known, ts: string, now: number): Promise<void> => {
  await posted.run(sql, { id, ts, now })
}

/** A card that is to be posted gets a quote. Returns the row as it is then. Undefined if something else changed it. */
const quote = statement((db, { id, wanted, facts, next }: Given<Quoting & { next: number }>) =>
  db
    .updateTable('post')
    .set({ facts, wanted: next })
    .where('id', '=', id)
    .where('wanted', '=', wanted)
    .where('ts', 'is', null)
    .returningAll(),
)

type Quoting = Pick<PostRow, 'id' | 'wanted' | 'facts'>

export const quoteOn = (sql: Queries, { id, wanted, facts }: Quoting): Promise<PostRow | undefined> =>
  quote.first(sql, { id, wanted, facts, next: wanted + 1 })

interface QuoteShown extends Quoting, Pick<PostRow, 'shown'> {
  next: number
  comment: string
  now: number
}

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

type Change = Pick<PostRow, 'id' | 'wanted' | 'shown' | 'ts'> & { now: number }

const changed = statement((db, { id, wanted, shown, ts, now }: Given<Change>) =>
  db
    .updateTable('post')
    .set({ shown: wanted, error: null, changed_at: now })
    .where('id', '=', id)
    .where('ts', '=', ts)
    .where('shown', '=', shown)
    .returning('wanted'),
)

/**
 * Slack shows what the row was read with, unless it was deleted there, or is to be shown again to others. False if it
 * should say something else by now, which needs another job.
 */
export const settleChanged = async (sql: Queries, { id, wanted, shown, ts }: PostRow, now: number) => {
  const row = await changed.first(sql, { id, wanted, shown, ts, now })
  return row === undefined || row.wanted === wanted
}

/**
 * The message is not posted. If it is there, its last change is not shown: withheld for good, or until a retry. False if
 * there is a later change, which needs another job.
 */
export const settleUnposted = (
  sql: Queries,
  row: PostRow,
  { state, error }: { state: 'skipped' | 'failed'; error: string },
  now: number,
): Promise<boolean> => {
  const said = { error: startOf(error, 1_000) }
  const settled = thePost(sql, row)
  return changedAny(
    row.ts === null
      ? settled.set({ ...said, state, settled_at: now })
      : settled
          .set({ ...said, ...(state === 'skipped' && { shown: row.wanted }) })
          .where('wanted', '=', row.wanted),
  )
}
