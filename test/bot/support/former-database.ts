import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject, onTestFinished } from 'vitest'
import { openOne } from '../../support/open-one.ts'
import { migrations } from '../../../src/bot/store/migrations/migrations.ts'
import { openDatabase as open } from '../../../src/database/database.ts'
import { createDatabase } from '../../support/postgres-server.ts'
import { quickFolder } from '../../support/quick-folder.ts'

/** A database without a schema. */
export const emptyUrl = async (engine: 'sqlite' | 'postgres'): Promise<string> => {
  if (engine === 'postgres') return createDatabase(inject('postgresUrl'), `before_${randomUUID()}`)
  const home = mkdtempSync(join(quickFolder(), 'onboarding-before-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return `sqlite:${join(home, 'before.db')}`
}

/** A database as it was before the step of this name, with these rows in it, migrated to what it is now. */
export const migratedFrom = async (engine: 'sqlite' | 'postgres', step: string, rows: readonly string[]) => {
  const url = await emptyUrl(engine)
  const steps = Object.fromEntries(Object.entries(migrations.steps).filter(([name]) => name < step))
  const former = await open(url, { ...migrations, steps })
  for (const row of rows) await sql.raw(row).execute(former.sql)
  await former[Symbol.asyncDispose]()
  const database = await openOne(url)
  onTestFinished(async () => database[Symbol.asyncDispose]())
  return database.sql
}
