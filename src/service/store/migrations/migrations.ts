import type { Migrations } from '../../../database/migrate.ts'
import { laneMigrations } from '../../../lanes/migrations.ts'
import { eventTimeMigrations } from './event-times.ts'
import { receiverMigrations } from './receivers.ts'
import { doorMigrations } from './doors.ts'
import { noteMigrations } from './notes.ts'
import { reportMigrations } from './report.ts'
import { serviceMigrations } from './service.ts'

export const migrations: Migrations = {
  program: 'service',
  steps: {
    ...laneMigrations,
    ...serviceMigrations,
    ...doorMigrations,
    ...receiverMigrations,
    ...reportMigrations,
    ...eventTimeMigrations,
    ...noteMigrations,
  },
}
