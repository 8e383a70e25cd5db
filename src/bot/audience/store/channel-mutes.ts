import { type Expression, type ExpressionBuilder, sql as raw } from 'kysely'
import type { Queries, Tx } from '../../store/database.ts'
import type { BotTables } from '../../store/tables.ts'
import { changedAny } from '../../../database/changed-any.ts'

export interface Mute {
  channel: string
  /** Undefined: until someone unmutes it. */
  until: number | undefined
  by: string
  at: number
}

/** Whether a mute is still active. */
export const isMuting =
  (now: number | Expression<number>) => (row: ExpressionBuilder<BotTables, 'channel_mute'>) =>
    row.or([row('muted_until', 'is', null), row('muted_until', '>', now)])

/** The mutes of these channels that are still active. */
export const mutesOf = async (
  sql: Queries,
  now: number,
  channels: readonly string[] | 'all',
): Promise<Mute[]> => {
  const rows = await sql
    .selectFrom('channel_mute')
    .select(['channel', 'muted_until as until', 'muted_by as by', 'muted_at as at'])
    .$if(channels !== 'all', (query) =>
      query.where('channel', 'in', channels === 'all' ? [] : ['', ...channels]),
    )
    .where(isMuting(now))
    .execute()
  return rows.map(({ until, ...mute }) => ({ ...mute, until: until ?? undefined }))
}

export const muteOf = async (sql: Queries, now: number, channel: string): Promise<Mute | undefined> => {
  const [mute] = await mutesOf(sql, now, [channel])
  return mute
}

/** A mute that is still active keeps its start, because *Unmute* says what was left out since then. */
export const putMute = async (tx: Tx, { channel, until, by, at }: Mute): Promise<void> => {
  const changed = { muted_until: until ?? null, muted_by: by }
  const since = raw<number>`case when channel_mute.muted_until <= ${at} then ${at} else channel_mute.muted_at end`
  await tx.sql
    .insertInto('channel_mute')
    .values({ channel, ...changed, muted_at: at })
    .onConflict((conflict) => conflict.column('channel').doUpdateSet({ ...changed, muted_at: since }))
    .execute()
}

export const removeMute = (tx: Tx, channel: string): Promise<boolean> =>
  changedAny(tx.sql.deleteFrom('channel_mute').where('channel', '=', channel))
