import { mountIngest, storeWebhooks } from '../../src/bot/doors/tracker/ingest.ts'
import { createMetrics } from '../../src/bot/deps/metrics.ts'
import { defaultInstallation, openDatabase } from '../../src/bot/store/database.ts'
import { groupCommit } from '../../src/database/group-commit.ts'
import { openLanes } from '../../src/lanes/lanes.ts'

import Fastify from 'fastify'

/**
 * A separate process that serves the hook's route: the bot's, with its metrics, on the database named by its argument, or the
 * baseline, a Fastify that parses the same body and stores nothing. Prints its origin.
 */
const url = process.argv[2]
const server = Fastify()
if (url === undefined) {
  server.post('/webhooks/onboarding/:secret', () => ({ stored: true }))
} else {
  const database = await openDatabase(url)
  const metrics = createMetrics()
  database.onStatement(metrics.statement)
  const lanes = openLanes(database.lanes, { onRun: metrics.jobRan }).of(defaultInstallation)
  const stores = [groupCommit(database.of(defaultInstallation), storeWebhooks(lanes))]
  const hookOf = async (secret: string) => (secret === 'bench-secret-bench' ? { stores } : undefined)
  mountIngest(server, {
    hookOf,
    now: Date.now,
    onStored: (result) => metrics.stored(result),
    onAnswered: metrics.ingested,
  })
}
const origin = await server.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`${origin}\n`)
