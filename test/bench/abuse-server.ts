import { standard } from '../service/support/standard.ts'
import { createMetrics } from '../../src/bot/deps/metrics.ts'
import { nothingSeen } from '../../src/bot/deps/deps.ts'
import { createBotServer } from '../../src/bot/doors/server.ts'
import { createBolt } from '../../src/bot/slack/bolt.ts'
import { createLog } from '../../src/log.ts'
import { passwordCost } from '../../src/service/passwords.ts'
import { startService } from '../../src/service/service.ts'

/** `bot`: its port with Bolt behind it. `sign-in`, `open`: the service, with and without its sign-in. */
const [program = '', databaseUrl = '', signingSecret = ''] = process.argv.slice(2)
const port = Number(process.env['PORT'])

if (program === 'bot') {
  const log = createLog('silent')
  const connection = { mode: 'http', signingSecret, apiUrl: 'http://127.0.0.1:9/' } as const
  const bolt = createBolt(connection, async () => ({}), log)
  const server = createBotServer({
    slack: bolt.requestListener,
    health: { reasons: async () => [] },
    metrics: createMetrics(),
    instance: { id: '', seen: nothingSeen() },
    now: Date.now,
    isSecure: false,
    hasOpsPort: false,
  })
  await server.listen({ port, host: '127.0.0.1' })
} else {
  const openPages = program === 'open'
  const service = await startService({
    ...standard,
    databaseUrl,
    port,
    passwordCost,
    openPages,
    trustedProxies: ['127.0.0.1'],
  })
  // The database then moves its log into its file, so that what is stored can be measured.
  process.once('SIGTERM', () => void service[Symbol.asyncDispose]().then(() => process.exit()))
}
