import { openOne } from '../support/open-one.ts'
import { putChannelSettings, defaultSettings } from '../../src/bot/store/channel-settings.ts'
import { channels, type Plan } from './plan.ts'

const minuteMs = 60_000
/** The storm has ended by then. */
const earliestMs = 30_000

/** Sets the channels' layouts before any node starts. Returns when the digest is due, or 0 if the plan has none. */
export const setLayouts = async (databaseUrl: string, { hasDigest }: Plan): Promise<number> => {
  const soon = Math.ceil((Date.now() + earliestMs) / minuteMs) * minuteMs
  // Half a day later, because no world lasts that long.
  const due = hasDigest ? soon : soon + 720 * minuteMs
  const at = new Date(due).toISOString().slice(11, 16)
  const digest = { every: 'daily' as const, day: 1, at, timeZone: 'UTC' }
  await using database = await openOne(databaseUrl)
  await database.transaction(async (tx) => {
    const by = { user: 'U0DANA', at: Date.now() }
    await putChannelSettings(tx, channels.flat, { ...defaultSettings, layout: 'flat' }, by)
    await putChannelSettings(tx, channels.digest, { ...defaultSettings, digest }, by)
  })
  return hasDigest ? due : 0
}
