import type { Given } from '../../../database/statement.ts'
import { statement } from '../../store/statement.ts'
import type { Queries, Tx } from '../../store/database.ts'
import { type ChannelSettings, settingsIn } from './settings-in.ts'

const settingsFor = statement((db, { channel }: Given<{ channel: string }>) =>
  db.selectFrom('channel_setting').select('settings').where('channel', '=', channel),
)

export const channelSettings = async (sql: Queries, channel: string): Promise<ChannelSettings> =>
  settingsIn((await settingsFor.first(sql, { channel }))?.settings)

export const putChannelSettings = async (
  tx: Tx,
  channel: string,
  settings: ChannelSettings,
  by: { user: string; at: number },
): Promise<void> => {
  const changed = { settings: JSON.stringify(settings), changed_by: by.user, changed_at: by.at }
  await tx.sql
    .insertInto('channel_setting')
    .values({ channel, ...changed })
    .onConflict((conflict) => conflict.column('channel').doUpdateSet(changed))
    .execute()
}

/** The settings are for `settingsIn`. */
export const settingsWithDigest = async (sql: Queries): Promise<{ channel: string; settings: string }[]> =>
  sql
    .selectFrom('channel_setting')
    .select(['channel', 'settings'])
    .where('settings', 'like', '%"digest":{%')
    .orderBy('channel')
    .execute()
