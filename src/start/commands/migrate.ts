import { parseArgs } from 'node:util'
import { migrateDatabase } from '../../copies/migrate.ts'
import { wrongUse } from '../cannot-run.ts'

const usage = 'migrate --from sqlite:PATH --to postgres://USER@HOST/NAME'

const options = { from: { type: 'string' }, to: { type: 'string' } } as const

const given = (words: readonly string[]) => {
  try {
    return parseArgs({ args: [...words], options }).values
  } catch {
    throw wrongUse(usage)
  }
}

/** Moves a database from SQLite to PostgreSQL. */
export const runMigrate = async (_env: NodeJS.ProcessEnv, words: readonly string[]): Promise<string> => {
  const { from = '', to = '' } = given(words)
  const [, file] = /^sqlite:(.+)$/.exec(from) ?? []
  if (!file || !/^postgres(ql)?:\/\//.test(to)) throw wrongUse(usage)
  let [tables, rows] = [0, 0]
  await migrateDatabase(file, to, (moved) => {
    tables += 1
    rows += moved.rows
    process.stdout.write(`  ${moved.table.padEnd(24)}${String(moved.rows).padStart(10)} rows\n`)
  })
  return [
    `\nCopied ${rows} rows of ${tables} tables.`,
    `Next, set DATABASE_URL (or SERVICE_DATABASE_URL) to the new address and start. ${file} stays as it was.`,
  ].join('\n')
}
