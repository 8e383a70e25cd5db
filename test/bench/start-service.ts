import { createLog } from '../../src/log.ts'
import { type RunningService, startService } from '../../src/service/service.ts'

export const apiKey = 'bench-api-key'

/** Without limits, so that only the work takes time. */
export const startTracker = (databaseUrl: string): Promise<RunningService> =>
  startService({
    databaseUrl,
    port: 0,
    host: '127.0.0.1',
    apiKey,
    integrationUuid: '7b1d5c1e-2f43-4d0a-9a59-0b0a6f3c9d11',
    writesPerMinute: 1_000_000,
    monthlyQuota: 1_000_000_000,
    hookRetryMs: [],
    privateHooks: true,
    legacyIds: false,
    holdDeliveries: true,
    log: createLog('silent'),
  })
