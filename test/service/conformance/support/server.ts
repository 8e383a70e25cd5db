import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { type ServiceOptions, startService } from '../../../../src/service/service.ts'
import { engines, freshPostgres } from '../../../support/databases.ts'
import type { Template } from '../../../support/setup/postgres-setup.ts'
import { quickFolder } from '../../../support/quick-folder.ts'
import { hasStandardDemo, standard } from '../../support/standard.ts'

/** The server that is there already, where `CONFORMANCE_BASE_URL` names one; else both engines, started here. */
export const remote = process.env['CONFORMANCE_BASE_URL']?.replace(/\/+$/, '')
export type Target = (typeof engines)[number] | 'remote'

/** Where the stories run. */
export const targets: readonly Target[] = remote === undefined ? engines : ['remote']

/** The receiver's port, the same in every file: a subscription cannot be taken back through the interface. */
export const receiverPort =
  remote === undefined ? 0 : Number(process.env['CONFORMANCE_RECEIVER_PORT'] ?? 4399)

/** Links are made under it; the demo organization's, where nothing else was configured. */
export const integrationUuid = process.env['CONFORMANCE_INTEGRATION_UUID'] ?? standard.integrationUuid
export const apiKey = process.env['CONFORMANCE_API_KEY'] ?? standard.apiKey

export type Options = Partial<ServiceOptions>

export interface Server extends AsyncDisposable {
  readonly url: string
  readonly databaseUrl: string
}

const copyOf = (template: Template, home: string) => {
  const file = join(home, 'service.db')
  copyFileSync(inject('files')[template], file)
  return `sqlite:${file}`
}

/** A database, without rows if not said otherwise, that several servers may use one after the other; gone when disposed. */
export const freshDatabase = async (
  target: Target,
  template: Template = 'migrated',
): Promise<AsyncDisposable & { readonly url: string }> => {
  if (target === 'postgres') return freshPostgres(template)
  const home = mkdtempSync(join(quickFolder(), 'onboarding-conformance-'))
  const gone = () => Promise.resolve(rmSync(home, { recursive: true, force: true }))
  return { url: copyOf(template, home), [Symbol.asyncDispose]: gone }
}

/** On an empty database, or on the one that the options name. */
export const startServer = async (target: Target, options: Options): Promise<Server> => {
  if (remote !== undefined || target === 'remote')
    return { url: remote ?? '', databaseUrl: '', [Symbol.asyncDispose]: () => Promise.resolve() }
  await using stack = new AsyncDisposableStack()
  const template = hasStandardDemo(options) ? 'seeded' : 'migrated'
  const databaseUrl = options.databaseUrl ?? stack.use(await freshDatabase(target, template)).url
  const service = stack.use(
    await startService({
      ...standard,
      writesPerMinute: 100_000,
      monthlyQuota: 10_000_000,
      ...options,
      databaseUrl,
    }),
  )
  const running = stack.move()
  return {
    url: service.url,
    databaseUrl,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** Takes a table away behind a server's back, to see how it fails. */
export const dropTable = async (databaseUrl: string, table: string): Promise<void> => {
  if (databaseUrl.startsWith('sqlite:')) {
    const database = new DatabaseSync(databaseUrl.slice('sqlite:'.length))
    database.exec(`drop table ${table}`)
    return database.close()
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`drop table ${table}`)
  await client.end()
}
