import { changedAny, type Given } from '../../database/statement.ts'
import { statement, type Queries, type Tx, readJson } from './database.ts'
import { z } from 'zod'
import { isEventName } from '../../contract/event.ts'
import {
  type ChosenSettings,
  forSettings,
  type SettingName,
  settingNames,
  usualSettings,
  valuesOf,
} from '../kit/setting-rows.ts'
import { type Expression, type ExpressionBuilder, sql as raw } from 'kysely'
import type { BotTables } from './tables.ts'

const digestSchema = z.object({
  every: z.enum(['daily', 'weekly']),
  /** For a weekly digest: 1 is Monday, 7 is Sunday. */
  day: z.number(),
  /** `HH:MM` in an IANA time zone. */
  at: z.string(),
  timeZone: z.string(),
})
export type DigestSchedule = z.infer<typeof digestSchema>

/** Modules repeat across projects, so they are chosen by name. */
const modulesSchema = z.object({ list: z.enum(['only', 'except']), names: z.array(z.string()).readonly() })

/** Skips names that only a later version knows. */
export const eventsSchema = z.array(z.string()).transform((all) => all.filter(isEventName))

type ChoiceSchemas = { [N in SettingName]: z.ZodDefault<z.ZodType<ChosenSettings[N]>> }
const choices = forSettings(settingNames, (name) =>
  z.enum(valuesOf(name)).default(usualSettings[name]),
) as unknown as ChoiceSchemas

const settingsSchema = z.object({
  /** For subscriptions without their own events. */
  events: eventsSchema.default([...usualSettings.events]),
  /** `flat`: everything is posted in the channel itself, with its task's name. */
  layout: z.enum(['threads', 'flat']).default(usualSettings.layout),
  digest: digestSchema.optional(),
  modules: modulesSchema.optional(),
  ...choices,
})
export type ChannelSettings = z.infer<typeof settingsSchema>

export const defaultSettings: ChannelSettings = settingsSchema.parse({})

/** Null means the defaults. */
export const settingsIn = (text: string | null | undefined): ChannelSettings =>
  text === null || text === undefined
    ? defaultSettings
    : readJson('the settings of a channel', settingsSchema, text)

/** For several channels at once: one unreadable row must not stop the others. That channel's own posts are refused. */
export const settingsOrDefaults = (text: string | null): ChannelSettings => {
  try {
    return settingsIn(text)
  } catch {
    return defaultSettings
  }
}

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

/** In ms. Undefined if nobody changed them. */
export const settingsChangedAt = async (sql: Queries, channel: string): Promise<number | undefined> => {
  const row = await sql
    .selectFrom('channel_setting')
    .select('changed_at')
    .where('channel', '=', channel)
    .executeTakeFirst()
  return row?.changed_at
}

/** The settings are for `settingsIn`. */
export const settingsWithDigest = async (sql: Queries): Promise<{ channel: string; settings: string }[]> =>
  sql
    .selectFrom('channel_setting')
    .select(['channel', 'settings'])
    .where('settings', 'like', '%"digest":{%')
    .orderBy('channel')
    .execute()

export interface Mute {
  channel: string
  /** Undefined: until someone unmutes it. */
  until: number | undefined
  by: string
  at: number
}

export const isMuting =
  (now: number | Expression<number>) => (row: ExpressionBuilder<BotTables, 'channel_mute'>) =>
    row.or([row('muted_until', 'is', null), row('muted_until', '>', now)])

export const mutesOf = async (sql: Queries, now: number, channels: readonly string[] | 'all') => {
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

/** Since when the channel was muted, if that mute ended then. Undefined if somebody changed it since. */
export const endedMute = async (sql: Queries, channel: string, until: number) => {
  const row = await sql
    .selectFrom('channel_mute')
    .select('muted_at')
    .where('channel', '=', channel)
    .where('muted_until', '=', until)
    .executeTakeFirst()
  return row?.muted_at
}

/** `until`: only the mute that ends then. */
export const removeMute = (tx: Tx, channel: string, until?: number): Promise<boolean> =>
  changedAny(
    tx.sql
      .deleteFrom('channel_mute')
      .where('channel', '=', channel)
      .$if(until !== undefined, (mute) => mute.where('muted_until', '=', until ?? 0)),
  )
