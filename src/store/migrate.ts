import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Engine } from './engine.ts'
import { botMigrations } from './migrations/bot.ts'
import { deliveryAttemptMigrations } from './migrations/delivery-attempts.ts'
import { invitationMigrations } from './migrations/invitations.ts'
import { laneMigrations } from './migrations/lanes.ts'
import { serviceMigrations } from './migrations/service.ts'
import { subscriptionMigrations } from './migrations/subscriptions.ts'
import type { Tables } from './tables.ts'

/** A migration knows the engine's data (`engine.sequence`), so that one text serves both. */
export type MigrationStep = (sql: Kysely<unknown>, engine: Engine) => Promise<void>

/** Every migration there is, by name; names sort in the order they run and never change once landed. */
const all: Record<string, MigrationStep> = {
  ...laneMigrations,
  ...botMigrations,
  ...subscriptionMigrations,
  ...serviceMigrations,
  ...invitationMigrations,
  ...deliveryAttemptMigrations,
}

/** Brings the schema up to date. Several nodes may start at once: Kysely's migrator holds a lock. */
export const migrate = async (sql: Kysely<Tables>, engine: Engine): Promise<void> => {
  const migrations: Record<string, Migration> = {}
  for (const [name, step] of Object.entries(all))
    migrations[name] = { up: (db) => step(db as Kysely<unknown>, engine) }
  const provider = { getMigrations: () => Promise.resolve(migrations) }
  // Three parts of the tree name theirs apart: a later step of one may sort before an earlier step of another.
  const migrator = new Migrator({ db: sql, provider, allowUnorderedMigrations: true })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
