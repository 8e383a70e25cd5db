import Fastify from 'fastify'
import { mountIngest } from '../../src/bot/http/ingest.ts'
import { openOne } from '../support/open-one.ts'
import { openLanes } from '../../src/lanes/lanes.ts'

/**
 * A separate process that serves the hook's route: the bot's, on the database named by its argument, or the
 * baseline, a Fastify that parses the same body and stores nothing. Prints its origin.
 */
const url = process.argv[2]
const server = Fastify()
if (url === undefined) {
  server.post('/webhooks/onboarding/:secret', () => ({ stored: true }))
} else {
  const database = await openOne(url)
  const lanes = openLanes(database)
  mountIngest(server, { database, lanes, webhookSecret: 'bench-secret-bench', now: Date.now })
}
const origin = await server.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`${origin}\n`)
