import { z } from 'zod'
import { readJson } from '../read-json.ts'

/** What of a thread can also be shown in the channel. */
export const broadcastKinds = ['comment', 'task_completed', 'subtask_line', 'project_line'] as const

const digestSchedule = z.object({
  every: z.enum(['daily', 'weekly']),
  /** Of a weekly one: 1 is Monday, 7 Sunday. */
  day: z.number(),
  /** `HH:MM` in an IANA time zone. */
  at: z.string(),
  timeZone: z.string(),
})
export type DigestSchedule = z.infer<typeof digestSchedule>

const settings = z.object({
  /**
   * `flat`: everything stands in the channel itself, with its task's name. `digest`: only what is broadcast does,
   * flat; the rest is told by the digest.
   */
  layout: z.enum(['threads', 'flat', 'digest']).default('threads'),
  /** `one-way`: replies stay in Slack. `off`: nothing is posted either. */
  replies: z.enum(['two-way', 'one-way', 'off']).default('two-way'),
  detail: z.enum(['full', 'compact']).default('full'),
  broadcast: z.array(z.enum(broadcastKinds)).readonly().default([]),
  /** `HH:MM` in an IANA time zone; over midnight when `from` is the later. */
  quiet: z.object({ from: z.string(), to: z.string(), timeZone: z.string() }).optional(),
  /** Undefined: none. Beside threads, or in place of them (`layout`). */
  digest: digestSchedule.optional(),
})
export type ChannelSettings = z.infer<typeof settings>

export const defaultSettings: ChannelSettings = settings.parse({})

/** As they are stored; null: a channel without any has the defaults. */
export const settingsIn = (text: string | null | undefined): ChannelSettings =>
  text === null || text === undefined
    ? defaultSettings
    : readJson('the settings of a channel', settings, text)
