import { type Migrations, running } from '../../database/migrate.ts'
import { lanes } from '../../lanes/schema.ts'
import { tables } from './schema.ts'

/** A step never reads what today's code lists (events, settings): it carries its own values, which stay what they were. */
export const migrations: Migrations = {
  program: 'bot',
  steps: { ...lanes, '2026-11-25-bot-schema': running(tables) },
}
