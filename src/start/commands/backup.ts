import { resolve } from 'node:path'
import { backUp } from '../../copies/backup.ts'
import { onlyThere, placesIn } from '../../copies/places.ts'
import { readDataConfig } from '../../config.ts'
import { CannotRun } from '../cannot-run.ts'
import { wrongUse } from '../command-line.ts'

const usage = 'backup FOLDER'

/** Copies everything that cannot be made again, while the programs run. */
export const runBackup = async (env: NodeJS.ProcessEnv, words: readonly string[]): Promise<string> => {
  const [target, ...more] = words
  if (!target || target.startsWith('-') || more.length > 0) throw wrongUse(usage)
  const places = onlyThere(placesIn(readDataConfig(env)))
  for (const variable of ['DATABASE_URL', 'SERVICE_DATABASE_URL']) {
    const named = env[variable]?.trim()
    if (named && !places.databases.some(({ url }) => url === named))
      throw new CannotRun(`${variable} names a file that is not there.`)
  }
  if (places.databases.length === 0)
    throw new CannotRun('There is no database: set DATABASE_URL, SERVICE_DATABASE_URL, or DATA_DIR.')
  const { madeAt, files } = await backUp(places, resolve(target), Date.now)
  return [
    `Backup of ${madeAt} in ${target}:`,
    ...files.map(({ name, bytes }) => `  ${name.padEnd(20)}${String(bytes).padStart(12)} bytes`),
    'It contains secrets, so keep it as safe as the database.',
  ].join('\n')
}
