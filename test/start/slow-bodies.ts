import { nothingSeen } from '../../src/bot/deps/deps.ts'
import { connect } from 'node:net'
import { createMetrics } from '../../src/bot/deps/metrics.ts'
import { createBotServer } from '../../src/bot/doors/server.ts'
import { startService } from '../../src/service/service.ts'
import { standard } from '../service/support/standard.ts'

/**
 * Runs as a separate process, because the tests' network block also disables Node's check of slow senders.
 * Prints the first line of each server's answer when it hung up.
 */
const requestMs = 200

/** Sends a request with an endless body, a byte at a time. Returns the answer before the connection closed. */
const drip = (url: string, path: string) =>
  new Promise<string>((resolve) => {
    const { hostname, port } = new URL(url)
    let answer = ''
    let dripping: NodeJS.Timeout | undefined
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        [
          `POST ${path} HTTP/1.1`,
          `Host: ${hostname}`,
          'Content-Type: application/json',
          'Content-Length: 10000',
          `X-Slack-Request-Timestamp: ${Math.floor(Date.now() / 1_000)}`,
          `X-Slack-Signature: v0=${'0'.repeat(64)}`,
          '',
          '',
        ].join('\r\n'),
      )
      // Not earlier: a byte before the request would make it unreadable.
      dripping = setInterval(() => socket.write(' '), 20)
    })
    socket.on('data', (part) => (answer += part.toString()))
    // A server that hangs up while a byte is in flight resets the connection.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(dripping)
      resolve(answer)
    })
  })

const [databaseUrl = ''] = process.argv.slice(2)
const service = await startService({ ...standard, databaseUrl, requestMs })
const nothing = () => undefined
const bot = createBotServer({
  slack: (request) => void request.resume(),
  health: { reasons: () => Promise.resolve([]) },
  metrics: createMetrics(),
  instance: { id: '', seen: nothingSeen() },
  now: Date.now,
  isSecure: false,
  requestMs,
  hasOpsPort: false,
})
bot.post('/webhooks/onboarding/secret', nothing)
const url = await bot.listen({ port: 0, host: '127.0.0.1' })
const answers = await Promise.all([
  drip(service.url, '/v1/auth'),
  drip(url, '/slack/events'),
  drip(url, '/webhooks/onboarding/secret'),
])
process.stdout.write(JSON.stringify(answers.map((answer) => answer.split('\r\n')[0])))
process.exit(0)
