import { channel, dana } from '../running-bot.ts'
import { putChannelSettings, defaultSettings } from '../../../../src/bot/store/channel-settings.ts'
import { randomUUID } from 'node:crypto'
import type { Database } from '../../../../src/bot/store/database.ts'

type Held = Pick<Database, 'sql'>

/** What is subscribed to anything receives everything. */
export const receiveAll = async ({ sql }: Held): Promise<void> => {
  await sql.updateTable('subscription').set({ scope: 'all', target: '' }).execute()
}

export const pauseSubscriptions = async ({ sql }: Held, reason: string): Promise<void> => {
  await sql.updateTable('subscription').set({ paused_at: 1, paused_reason: reason }).execute()
}

/** So many channels that each receive a project of their own, of one long name. */
export const manySubscriptions = async ({ sql }: Held, count: number, label: string, by: string) => {
  const rows = Array.from({ length: count }, (_, n) => ({
    channel: `C${1_000 + n}`,
    scope: 'project' as const,
    target: randomUUID(),
    label,
    events: '["comment_new"]',
    created_by: by,
    created_at: n,
    paused_at: null,
    paused_reason: null,
    confirmed_at: n,
    readers: '',
  }))
  await sql.insertInto('subscription').values(rows).execute()
}

export const setTo = (database: Database, settings: object) =>
  database.transaction((tx) =>
    putChannelSettings(tx, channel, { ...defaultSettings, ...settings }, { user: dana, at: 0 }),
  )
