import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { createLog } from '../../../../src/log.ts'
import { type ServiceOptions, startService } from '../../../../src/service/service.ts'
import { freshPostgres } from '../../../support/databases.ts'
import { quickFolder } from '../../../support/quick-folder.ts'

/** The server that is there already, where `CONFORMANCE_BASE_URL` names one; else both engines, started here. */
export const remote = process.env['CONFORMANCE_BASE_URL']?.replace(/\/+$/, '')
export const engines = ['sqlite', 'postgres'] as const
export type Target = (typeof engines)[number] | 'remote'

let chosen: Target | undefined
/** Which engine the stories run on that are read after; a server elsewhere takes the place of any. */
export const runOn = (engine: (typeof engines)[number]): void => {
  chosen = engine
}
export const targets = (): readonly Target[] =>
  remote === undefined ? (chosen ? [chosen] : engines) : ['remote']

/** The receiver's port, the same in every file: a subscription cannot be taken back through the interface. */
export const receiverPort =
  remote === undefined ? 0 : Number(process.env['CONFORMANCE_RECEIVER_PORT'] ?? 4399)

/** Links are made under it; the demo organization's, where nothing else was configured. */
export const integrationUuid =
  process.env['CONFORMANCE_INTEGRATION_UUID'] ?? '7b1d5c1e-2f43-4d0a-9a59-0b0a6f3c9d11'
export const apiKey = process.env['CONFORMANCE_API_KEY'] ?? 'demo-api-key'

export type Options = Partial<ServiceOptions>

export interface Server extends AsyncDisposable {
  readonly url: string
  readonly databaseUrl: string
}

const migratedCopy = (home: string) => {
  const file = join(home, 'service.db')
  copyFileSync(inject('files').migrated, file)
  return `sqlite:${file}`
}

/** A database without rows, which several servers may use one after the other; gone when disposed. */
export const freshDatabase = async (target: Target): Promise<AsyncDisposable & { readonly url: string }> => {
  if (target === 'postgres') return freshPostgres('migrated')
  const home = mkdtempSync(join(quickFolder(), 'onboarding-conformance-'))
  const gone = () => Promise.resolve(rmSync(home, { recursive: true, force: true }))
  return { url: migratedCopy(home), [Symbol.asyncDispose]: gone }
}

/** On an empty database, or on the one that the options name. */
export const startServer = async (target: Target, options: Options): Promise<Server> => {
  if (remote !== undefined || target === 'remote')
    return { url: remote ?? '', databaseUrl: '', [Symbol.asyncDispose]: () => Promise.resolve() }
  await using stack = new AsyncDisposableStack()
  const databaseUrl = options.databaseUrl ?? stack.use(await freshDatabase(target)).url
  const service = stack.use(
    await startService({
      port: 0,
      host: '127.0.0.1',
      apiKey,
      integrationUuid,
      writesPerMinute: 100_000,
      monthlyQuota: 10_000_000,
      hookRetryMs: [5, 10],
      privateHooks: true,
      legacyIds: false,
      log: createLog('silent'),
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
