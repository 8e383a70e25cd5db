import { type Migrations, running } from '../../database/migrate.ts'
import { lanes } from '../../lanes/schema.ts'
import { tables } from './schema.ts'

/** A step never reads what today's code lists (events, states): it carries its own values, which stay what they were. */
export const migrations: Migrations = {
  program: 'service',
  steps: { ...lanes, '2026-11-25-service-schema': running(tables) },
}
