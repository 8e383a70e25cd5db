import type { Given } from '../../../database/statement.ts'
import { statement, type Queries, type Tx } from '../../store/database.ts'
import { z } from 'zod'
import { isEventName } from '../../../contract/event.ts'
import {
  type ChosenSettings,
  forSettings,
  type SettingName,
  settingNames,
  usualChoices,
  valuesOf,
} from '../../kit/setting-rows.ts'
import { defaultEvents } from '../../kit/event-rows.ts'
import { readJson } from '../../store/read-json.ts'

const digest = z.object({
  every: z.enum(['daily', 'weekly']),
  /** For a weekly digest: 1 is Monday, 7 is Sunday. */
  day: z.number(),
  /** `HH:MM` in an IANA time zone. */
  at: z.string(),
  timeZone: z.string(),
})
export type DigestSchedule = z.infer<typeof digest>

/** Modules repeat across projects, so they are chosen by name. */
const modules = z.object({ list: z.enum(['only', 'except']), names: z.array(z.string()).readonly() })

/** Skips names that only a later version knows. */
export const eventsSchema = z.array(z.string()).transform((all) => all.filter(isEventName))

type ChoiceSchemas = { [N in SettingName]: z.ZodDefault<z.ZodType<ChosenSettings[N]>> }
const choices = forSettings(settingNames, (name) =>
  z.enum(valuesOf(name)).default(usualChoices[name]),
) as unknown as ChoiceSchemas

const settings = z.object({
  /** For subscriptions without their own events. */
  events: eventsSchema.default([...defaultEvents]),
  /** `flat`: everything is posted in the channel itself, with its task's name. */
  layout: z.enum(['threads', 'flat']).default('threads'),
  /** In place of messages. */
  digest: digest.optional(),
  modules: modules.optional(),
  ...choices,
})
/** What is posted in a channel, and how. */
export type ChannelSettings = z.infer<typeof settings>

export const defaultSettings: ChannelSettings = settings.parse({})

/** Parses stored settings. Null means the defaults. */
export const settingsIn = (text: string | null | undefined): ChannelSettings =>
  text === null || text === undefined
    ? defaultSettings
    : readJson('the settings of a channel', settings, text)

/** For reading several channels at once, so that one unreadable row doesn't stop the others. Its posts are refused. */
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

/** The settings are for `settingsIn`. */
export const settingsWithDigest = async (sql: Queries): Promise<{ channel: string; settings: string }[]> =>
  sql
    .selectFrom('channel_setting')
    .select(['channel', 'settings'])
    .where('settings', 'like', '%"digest":{%')
    .orderBy('channel')
    .execute()
