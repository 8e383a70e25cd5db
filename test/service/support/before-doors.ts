import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { openDatabase } from '../../../src/database/database.ts'
import { laneMigrations } from '../../../src/lanes/migrations.ts'
import { serviceMigrations } from '../../../src/service/store/migrations/service.ts'
import type { EngineName } from '../../support/databases.ts'
import { createDatabase, dropDatabase } from '../../support/postgres-server.ts'
import { quickFolder } from '../../support/quick-folder.ts'

interface Before {
  person: Record<'uuid' | 'org' | 'first_name' | 'last_name' | 'email' | 'role', string> & {
    is_active: number
  }
}

const emptyUrl = async (engine: EngineName) => {
  if (engine === 'sqlite') {
    const home = mkdtempSync(join(quickFolder(), 'onboarding-before-'))
    onTestFinished(() => rmSync(home, { recursive: true, force: true }))
    return `sqlite:${join(home, 'service.db')}`
  }
  const [server, name] = [inject('postgresUrl'), `before_${process.pid}_${Date.now()}`]
  onTestFinished(() => dropDatabase(server, name))
  return createDatabase(server, name)
}

/** A database of the version without sign-in, with these people. */
export const databaseBeforeDoors = async (
  engine: EngineName,
  names: readonly (readonly [string, string])[],
) => {
  const url = await emptyUrl(engine)
  const steps = { ...laneMigrations, ...serviceMigrations }
  await using before = await openDatabase<Before>(url, { program: 'service', steps })
  const people = names.map(([first_name, last_name], at) => ({
    uuid: `u${at}`,
    org: 'o',
    first_name,
    last_name,
    email: `p${at}@x.example`,
    role: 'Vendor User',
    is_active: 1,
  }))
  await before.sql.insertInto('person').values(people).execute()
  return { url, org: 'o' }
}
