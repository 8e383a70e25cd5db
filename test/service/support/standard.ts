import { createLog } from '../../../src/log.ts'
import type { ServiceOptions } from '../../../src/service/service.ts'

export const apiKey = 'demo-api-key'
/** The service's default, too. */
export const integrationUuid = '7b1d5c1e-2f43-4d0a-9a59-0b0a6f3c9d11'

/** How tests start the service. Its demo is in the databases that they copy. */
export const standard = {
  port: 0,
  host: '127.0.0.1',
  apiKey,
  integrationUuid,
  writesPerMinute: 10_000,
  monthlyQuota: 1_000_000,
  megabytesPerDay: 50,
  hookRetryMs: [5, 10],
  privateHooks: true,
  passwordCost: { N: 16, r: 8, p: 1 },
  legacyIds: false,
  log: createLog('silent'),
} satisfies Omit<ServiceOptions, 'databaseUrl'>

/** What the demo is made from. With one of these the service makes its own, in a database without rows. */
const shaping = [
  'apiKey',
  'demo',
  'integrationUuid',
  'legacyIds',
  'newUuid',
  'now',
  'secondDemo',
] as const satisfies readonly (keyof ServiceOptions)[]

export const hasStandardDemo = (options: Partial<ServiceOptions>): boolean =>
  shaping.every((name) => options[name] === undefined)
