import bolt from '@slack/bolt'
import { signingSecret } from '../bot/support/start-node.ts'

/** A process of Bolt's own HTTP server, which checks signatures, and a listener that does nothing. Prints its origin. */
const receiver = new bolt.HTTPReceiver({ signingSecret, processBeforeResponse: true })
const app = new bolt.App({ receiver, authorize: async () => ({ botId: 'B0', botUserId: 'U0' }) })
app.event('message', async () => undefined)
const address = (await receiver.start(0)).address()
process.stdout.write(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}\n`)
