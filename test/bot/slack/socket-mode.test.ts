import { expect, onTestFinished, test } from 'vitest'
import { stayConnected } from '../../../src/bot/slack/bolt.ts'
import { freshDatabaseUrl } from '../../support/databases.ts'
import { type Connection, webSocketServer } from '../../support/web-socket.ts'
import { standInSlack } from '../support/stand-in-slack.ts'
import { standInTracker } from '../support/stand-in-tracker.ts'
import { quiet, startNode } from '../support/start-node.ts'
import type { Trouble } from '../support/trouble.ts'

/** A bot that Slack reaches by Socket Mode alone. */
const bySocket = async () => {
  const connections: Connection[] = []
  const heard: unknown[] = []
  const sockets = await webSocketServer((connection) => {
    connections.push(connection)
    connection.onMessage((message) => heard.push(message))
    connection.send({ type: 'hello' })
  })
  const slack = await standInSlack({ socketUrl: sockets.url })
  const databaseUrl = await freshDatabaseUrl('sqlite')
  const node = await startNode(
    { databaseUrl, slack, tracker: standInTracker() },
    { slack: { mode: 'socket', botToken: 'xoxb-test', appToken: 'xapp-test', apiUrl: slack.apiUrl } },
  )
  onTestFinished(async () => {
    await node.close()
    await sockets.close()
    await slack[Symbol.asyncDispose]()
  })
  const ask = (id: string) =>
    connections.at(-1)?.send({
      envelope_id: id,
      type: 'slash_commands',
      payload: {
        command: '/onboard',
        text: 'help',
        channel_id: 'C0ACME',
        user_id: 'U0DANA',
        team_id: 'T1',
        trigger_id: id,
        response_url: `${slack.apiUrl}respond`,
      },
      accepts_response_payload: true,
    })
  return { slack, connections, heard, ask, connected: () => node.bot.deps.instance.connected() }
}
const acknowledgementOf = (id: string) => expect.objectContaining({ envelope_id: id })

test('a command by Socket Mode is acknowledged and answered', async () => {
  const { slack, heard, ask } = await bySocket()
  ask('one')
  await expect.poll(() => heard).toEqual([acknowledgementOf('one')])
  await expect.poll(() => slack.made('respond')).toHaveLength(1)
})

const troubles = {
  'refuses the token': { body: { ok: false, error: 'invalid_auth' } },
  'answers with a page': { status: 502, body: '<html></html>' },
  'breaks off': { cut: true as const },
  'limits without a word of how long': { status: 429 },
}

test('where Slack refuses, answers with a page, breaks off or limits, Socket Mode connects again when it can', async () => {
  const connectsAgain = async ([name, trouble]: [string, Trouble]) => {
    const { slack, connections, heard, ask, connected } = await bySocket()
    let refusals = 2
    slack.fault.next = ({ method }) =>
      method === 'apps.connections.open' && refusals-- > 0 ? trouble : undefined
    connections.at(-1)?.cut()
    await expect.poll(() => connections, { message: name }).toHaveLength(2)
    expect(refusals, name).toBeLessThanOrEqual(0)
    await expect.poll(connected, { message: name }).toBe(true)
    ask('again')
    await expect.poll(() => heard, { message: name }).toEqual([acknowledgementOf('again')])
  }
  // Each waits for seconds, all at once.
  await Promise.all(Object.entries(troubles).map(connectsAgain))
})

test('Slack asks for a new connection, and gets one', async () => {
  const { connections } = await bySocket()
  connections.at(-1)?.send({ type: 'disconnect', reason: 'refresh_requested' })
  await expect.poll(() => connections, { timeout: 5_000 }).toHaveLength(2)
})

test('a first attempt that fails does not hold the start up, and none begins after the stop', async () => {
  let opened = 0
  const { start, stop, lostAt } = stayConnected(() => {
    opened += 1
    return {
      start: () => Promise.reject(new Error('no')),
      disconnect: () => Promise.resolve(),
      once: () => undefined,
    }
  }, quiet)
  await start()
  expect(lostAt()).toBe(-Infinity)
  await stop()
  expect(opened).toBe(1)
})
