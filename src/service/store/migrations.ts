import { type Migrations, type MigrationStep, running } from '../../database/migrate.ts'
import { lanes } from '../../lanes/schema.ts'
import { tables } from './schema.ts'

const schema: MigrationStep = async (db, engine) => {
  await running(tables)(db, engine)
  // Searches by a part of a name: trigrams find the matches, and the index on the folded name counts them.
  await engine.substringIndex?.('project_name_part', 'project', 'name_search').execute(db)
}

/** A step never reads what today's code lists (events, states): it carries its own values, which stay what they were. */
export const migrations: Migrations = {
  program: 'service',
  steps: { ...lanes, '2026-11-25-service-schema': schema },
}
