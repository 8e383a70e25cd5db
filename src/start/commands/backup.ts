import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readDataConfig } from '../../config/config.ts'
import { backUp } from '../../copies/backup.ts'
import { fileOf } from '../../database/sqlite-files.ts'
import { CannotRun, wrongUse } from '../cannot-run.ts'
import { secretFiles } from '../kept-secret.ts'

const usage = 'backup FOLDER'

/** The files of SQLite, under their names in DATA_DIR. A machine can run one of the programs only. */
const databasesIn = (env: NodeJS.ProcessEnv, config: ReturnType<typeof readDataConfig>) => {
  const files: Record<string, string> = {}
  const left: string[] = []
  for (const [variable, url, name] of [
    ['DATABASE_URL', config.databaseUrl, 'onboarding.db'],
    ['SERVICE_DATABASE_URL', config.service.databaseUrl, 'service.db'],
  ] as const) {
    const file = fileOf(url)
    if (file === undefined)
      left.push(`${variable} leads to PostgreSQL: copy it with pg_dump (docs/operations.md).`)
    else if (existsSync(file)) files[name] = file
    else if (env[variable]?.trim()) throw new CannotRun(`${variable} names a file that is not there.`)
  }
  return { files, left }
}

/** Copies everything that cannot be made again, while the programs run. */
export const runBackup = async (env: NodeJS.ProcessEnv, words: readonly string[]): Promise<string> => {
  const [target, ...more] = words
  if (!target || target.startsWith('-') || more.length > 0) throw wrongUse(usage)
  const config = readDataConfig(env)
  const { files: databases, left } = databasesIn(env, config)
  if (Object.keys(databases).length === 0)
    throw new CannotRun(
      left.join('\n') || 'There is no database: set DATABASE_URL, SERVICE_DATABASE_URL, or DATA_DIR.',
    )
  const secrets = Object.fromEntries(secretFiles.map((name) => [name, join(config.dataDir, name)]))
  const copied = await backUp({ databases, secrets }, resolve(target))
  return [
    `Backup in ${target}:`,
    ...copied.map(({ name, bytes }) => `  ${name.padEnd(20)}${String(bytes).padStart(12)} bytes`),
    ...left,
    'It contains secrets, so keep it as safe as the database.',
  ].join('\n')
}
