import bolt from '@slack/bolt'
import { signingSecret } from '../bot/support/start-node.ts'
import { threads } from './threads.ts'

/**
 * A process with the bot on the database named by its argument, or the baseline: Bolt's own HTTP server, which checks
 * signatures, with a listener that does nothing. Tells its parent where it is, and, when asked, that it is idle.
 */
const [databaseUrl] = process.argv.slice(2)

const bare = async () => {
  const receiver = new bolt.HTTPReceiver({ signingSecret, processBeforeResponse: true })
  const app = new bolt.App({ receiver, authorize: async () => ({ botId: 'B0', botUserId: 'U0' }) })
  app.event('message', async () => undefined)
  const address = (await receiver.start(0)).address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    places: [{ channel: 'C0ACME', thread: '1763700000.000100' }],
    idle: async () => undefined,
  }
}

const { url, places, idle } = databaseUrl === undefined ? await bare() : await threads(databaseUrl)
process.on('message', () => void idle().then(() => process.send?.('idle')))
process.send?.({ url, places })
