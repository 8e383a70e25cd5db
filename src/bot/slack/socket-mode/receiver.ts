import type { Receiver, ReceiverEvent } from '@slack/bolt'
import { SocketModeClient } from '@slack/socket-mode'
import type { WebClientOptions } from '@slack/web-api'
import { boltLogger, type Log } from '../../../log.ts'
import { stayConnected } from './stay-connected.ts'

/** Slack ends connections every few hours; the next one opens within seconds. */
const renewMs = 5_000

interface Delivery {
  ack: (answer?: unknown) => Promise<void>
  body: ReceiverEvent['body']
  retry_num?: number
  retry_reason?: string
}

/** Bolt's own Socket Mode receiver acknowledges before an event is stored: a crash would lose the event. */
export const socketReceiver = (
  appToken: string,
  clientOptions: WebClientOptions,
  log: Log,
): Receiver & { connected: () => boolean } => {
  let take: (delivery: Delivery) => void = () => undefined
  const open = () => {
    const logger = boltLogger(log)
    const client = new SocketModeClient({ appToken, clientOptions, logger, autoReconnectEnabled: false })
    client.on('slack_event', (delivery: Delivery) => take(delivery))
    return client
  }
  const connections = stayConnected(open, log)
  return {
    init: (app) => {
      take = ({ ack, body, retry_num, retry_reason }) => {
        let answer: unknown
        const event: ReceiverEvent = {
          body,
          ack: (value) => {
            answer = value
            return Promise.resolve()
          },
          ...(retry_num !== undefined && { retryNum: retry_num }),
          ...(retry_reason !== undefined && { retryReason: retry_reason }),
        }
        // Without an acknowledgement, Slack sends it again.
        app
          .processEvent(event)
          .then(
            () => ack(answer),
            (error: unknown) => log.error({ err: error }, 'an event from Slack was not taken'),
          )
          .catch((error: unknown) => log.warn({ err: error }, 'an acknowledgement did not reach Slack'))
      }
    },
    connected: () => {
      const lostAt = connections.lostAt()
      return lostAt === undefined || performance.now() - lostAt < renewMs
    },
    start: connections.start,
    stop: connections.stop,
  }
}
