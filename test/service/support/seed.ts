import { startService } from '../../../src/service/service.ts'
import { standard } from './standard.ts'

/** A process that makes the service's demo in the databases that it is given. Vitest can't load the service itself. */
for (const databaseUrl of process.argv.slice(2)) {
  await using _service = await startService({ ...standard, databaseUrl })
}
