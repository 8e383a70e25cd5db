import Fastify from 'fastify'
import { LRUCache } from 'lru-cache'
import { createMetrics } from '../../src/bot/deps/metrics.ts'
import { type BotDeps, nothingSeen } from '../../src/bot/deps/deps.ts'
import { mountIngest, storeWebhooks } from '../../src/bot/doors/server.ts'
import { defaultInstallation, openDatabase } from '../../src/bot/store/database.ts'
import { groupCommit } from '../../src/database/group-commit.ts'
import { createLog } from '../../src/log.ts'
import { openLanes } from '../../src/lanes/lanes.ts'
import { createDailyBytes } from '../../src/bot/store/daily-bytes.ts'
import { hookSecretOf } from './ids.ts'

/** The bot's hook with its metrics, on the database that is named; or the baseline: Fastify, which stores nothing. */
const [url = ''] = process.argv.slice(2)
const server = Fastify()
server.get('/readyz', () => ({}))
if (url === '') server.post('/webhooks/onboarding/:secret', () => ({ stored: true }))
else {
  const database = await openDatabase(url)
  const metrics = createMetrics()
  database.onStatement(metrics.statement)
  const lanes = openLanes(database.lanes, { onRun: metrics.jobRan }).of(defaultInstallation)
  const arrived: BotDeps['arrived'] = new LRUCache({ maxSize: 1_000_000 })
  const own = database.of(defaultInstallation)
  const stored = createDailyBytes({ database: own, now: Date.now, dailyBytes: Infinity }, metrics.storedBytes)
  const store = groupCommit(own, storeWebhooks({ lanes, arrived, log: createLog('silent'), stored }))
  const stores = [{ store, isFull: () => stored.isSpent() }]
  mountIngest(server, {
    hookOf: async (secret) => (secret === hookSecretOf(0) ? stores : undefined),
    now: Date.now,
    metrics,
    instance: { seen: nothingSeen() },
  })
}
await server.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
