import type { Migrations } from '../../../database/migrate.ts'
import { laneMigrations } from '../../../lanes/migrations.ts'
import { serviceMigrations } from './service.ts'

/** Every migration of the service's database. */
export const migrations: Migrations = {
  program: 'service',
  steps: { ...laneMigrations, ...serviceMigrations },
}
