import { sql } from 'kysely'
import type { BotDatabase } from '../../../src/bot/store/database.ts'

/** The database as a promoted replica shows it: a connection broke, and the next one is to another timeline. */
export const promoted = (database: BotDatabase): BotDatabase => ({
  ...database,
  breaks: () => database.breaks() + 1,
  engine: { ...database.engine, timeline: sql`select '00000002' as timeline` },
})
