import { putChannelSettings, defaultSettings } from '../../../../src/bot/audience/store/channel-settings.ts'
import type { Database } from '../../../../src/bot/store/database.ts'
import { channel, dana } from '../running-bot.ts'

export const setTo = (database: Database, settings: object) =>
  database.transaction((tx) =>
    putChannelSettings(tx, channel, { ...defaultSettings, ...settings }, { user: dana, at: 0 }),
  )
