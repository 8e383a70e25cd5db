import type { Queries, Tx } from '../database.ts'

/** What of a thread can also be shown in the channel. */
export const broadcastKinds = ['comment', 'task_completed', 'subtask_line', 'project_line'] as const
export type BroadcastKind = (typeof broadcastKinds)[number]

export interface ChannelSettings {
  /**
   * `flat`: everything stands in the channel itself, with its task's name. `digest`: only what is broadcast does,
   * flat; the rest is told by the digest.
   */
  layout: 'threads' | 'flat' | 'digest'
  /** `one-way`: replies stay in Slack. `off`: nothing is posted either. */
  replies: 'two-way' | 'one-way' | 'off'
  detail: 'full' | 'compact'
  broadcast: readonly BroadcastKind[]
  /** `HH:MM` in an IANA time zone; over midnight when `from` is the later. */
  quiet: { from: string; to: string; timeZone: string } | undefined
  /** Undefined: none. Beside threads, or in place of them (`layout`). */
  digest: DigestSchedule | undefined
}

export interface DigestSchedule {
  every: 'daily' | 'weekly'
  /** Of a weekly one: 1 is Monday, 7 Sunday. */
  day: number
  /** `HH:MM` in an IANA time zone. */
  at: string
  timeZone: string
}

export const defaultSettings: ChannelSettings = {
  layout: 'threads',
  replies: 'two-way',
  detail: 'full',
  broadcast: [],
  quiet: undefined,
  digest: undefined,
}

export const channelSettings = async (sql: Queries, channel: string): Promise<ChannelSettings> => {
  const row = await sql
    .selectFrom('channel_setting')
    .select('settings')
    .where('channel', '=', channel)
    .executeTakeFirst()
  const kept = row && (JSON.parse(row.settings) as Partial<ChannelSettings>)
  return { ...defaultSettings, ...kept }
}

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

/** Every channel that has asked for digests. */
export const settingsWithDigest = async (
  sql: Queries,
): Promise<{ channel: string; settings: ChannelSettings }[]> => {
  const rows = await sql
    .selectFrom('channel_setting')
    .select(['channel', 'settings'])
    .where('settings', 'like', '%"digest":{%')
    .orderBy('channel')
    .execute()
  return rows.map(({ channel, settings }) => ({
    channel,
    settings: { ...defaultSettings, ...(JSON.parse(settings) as Partial<ChannelSettings>) },
  }))
}
