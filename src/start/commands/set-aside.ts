import { existsSync } from 'node:fs'
import { readDataConfig } from '../../config/config.ts'
import { connect } from '../../database/database.ts'
import { stepsTaken } from '../../database/migrate.ts'
import { fileOf } from '../../database/sqlite-files.ts'
import { holdBack } from '../../lanes/lanes.ts'
import type { LaneTables } from '../../lanes/tables.ts'
import { CannotRun } from '../cannot-run.ts'

/** Undefined if the database has no tables of ours. */
const waitingIn = async (url: string): Promise<number | undefined> => {
  if (!existsSync(fileOf(url) ?? '/')) return undefined
  await using database = connect<LaneTables>(url, 1)
  if ((await stepsTaken(database.sql as never)).length === 0) return undefined
  return await database.sql.transaction().execute(holdBack)
}

/** `backup` does it in its copies; a dump of PostgreSQL doesn't know that it is one. */
export const setAside = async (env: NodeJS.ProcessEnv): Promise<string> => {
  const { databaseUrl, service } = readDataConfig(env)
  const urls = new Map([
    [service.databaseUrl, 'SERVICE_DATABASE_URL'],
    [databaseUrl, 'DATABASE_URL'],
  ])
  const lines: string[] = []
  for (const [url, variable] of urls) {
    const waiting = await waitingIn(url)
    if (waiting !== undefined) lines.push(`${variable}: the next start sets ${waiting} waiting jobs aside.`)
  }
  if (lines.length === 0) throw new CannotRun('There is no database that was used before.')
  return lines.join('\n')
}
