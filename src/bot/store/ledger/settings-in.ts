import { z } from 'zod'
import { readJson } from '../read-json.ts'

/** Thread messages that can also be shown in the channel. */
export const broadcastKinds = ['comment', 'task_completed', 'subtask_line', 'project_line'] as const

const digestSchedule = z.object({
  every: z.enum(['daily', 'weekly']),
  /** For a weekly digest: 1 is Monday, 7 is Sunday. */
  day: z.number(),
  /** `HH:MM` in an IANA time zone. */
  at: z.string(),
  timeZone: z.string(),
})
export type DigestSchedule = z.infer<typeof digestSchedule>

const settings = z.object({
  /** `flat`: posts name their task. `digest`: only broadcast kinds are posted, flat. */
  layout: z.enum(['threads', 'flat', 'digest']).default('threads'),
  /** `one-way`: replies stay in Slack. `off`: also posts nothing. */
  replies: z.enum(['two-way', 'one-way', 'off']).default('two-way'),
  detail: z.enum(['full', 'compact']).default('full'),
  broadcast: z.array(z.enum(broadcastKinds)).readonly().default([]),
  /** `HH:MM` in an IANA time zone. Spans midnight if `from` is later than `to`. */
  quiet: z.object({ from: z.string(), to: z.string(), timeZone: z.string() }).optional(),
  /** Undefined: no digest. */
  digest: digestSchedule.optional(),
})
export type ChannelSettings = z.infer<typeof settings>

export const defaultSettings: ChannelSettings = settings.parse({})

/** Parses stored settings. Null means the defaults. */
export const settingsIn = (text: string | null | undefined): ChannelSettings =>
  text === null || text === undefined
    ? defaultSettings
    : readJson('the settings of a channel', settings, text)
