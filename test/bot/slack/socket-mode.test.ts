import { expect, onTestFinished, test } from 'vitest'
import { createBolt, stayConnected } from '../../../src/bot/slack/bolt.ts'
import { proxyTo, usingProxies } from '../../support/proxy.ts'
import { freshDatabaseUrl } from '../../support/databases.ts'
import { type Connection, webSocketServer } from './web-socket.ts'
import { botProcess } from '../support/bot-process.ts'
import { standInSlack } from '../support/slack/stand-in-slack.ts'
import { standInTracker, taskUuid } from '../support/stand-in-tracker.ts'
import { eventCallback, quiet, readinessAt, startNode } from '../support/start-node.ts'
import type { Trouble } from '../support/slack/trouble.ts'

/** A bot that Slack reaches by Socket Mode alone. */
const bySocket = async ({ proxied = false } = {}) => {
  const connections: Connection[] = []
  const heard: unknown[] = []
  const sockets = await webSocketServer((connection) => {
    connections.push(connection)
    connection.onMessage((message) => heard.push(message))
    connection.send({ type: 'hello' })
  })
  const socketUrl = proxied ? 'ws://sockets.corp.example/' : sockets.url
  const slack = await standInSlack({ socketUrl })
  const { asked, proxies } = await proxyTo({
    'slack.corp.example': slack.apiUrl,
    'sockets.corp.example': sockets.url,
  })
  if (proxied) usingProxies(proxies)
  const apiUrl = proxied ? 'http://slack.corp.example/api/' : slack.apiUrl
  const databaseUrl = await freshDatabaseUrl('sqlite')
  const node = await startNode(
    { databaseUrl, slack, tracker: standInTracker() },
    {
      slack: { mode: 'socket', botToken: 'xoxb-test', appToken: 'xapp-test', apiUrl },
      readyMs: 0,
    },
  )
  onTestFinished(async () => {
    await node.close()
    await sockets.close()
    await slack[Symbol.asyncDispose]()
  })
  const ask = (id: string, text = 'help') =>
    connections.at(-1)?.send({
      envelope_id: id,
      type: 'slash_commands',
      payload: {
        command: '/onboard',
        text,
        channel_id: 'C0ACME',
        user_id: 'U0DANA',
        team_id: 'T1',
        trigger_id: id,
        response_url: `${slack.apiUrl}respond`,
      },
      accepts_response_payload: true,
    })
  const reasons = async () => (await readinessAt(node.bot.url)).reasons
  return {
    slack,
    asked,
    connections,
    heard,
    ask,
    reasons,
    connected: () => node.bot.deps.instance.connected(),
    database: node.bot.deps.database,
  }
}
const acknowledgementOf = (id: string) => expect.objectContaining({ envelope_id: id })

test('a command by Socket Mode is acknowledged and answered', async () => {
  const { slack, heard, ask } = await bySocket()
  ask('one')
  await expect.poll(() => heard).toEqual([acknowledgementOf('one')])
  await expect.poll(() => slack.made('respond')).toHaveLength(1)
})

test('a comment by command that cannot be stored is not acknowledged, so Slack tells the person', async () => {
  const { heard, ask, database } = await bySocket()
  const stored = Promise.withResolvers<void>()
  const transaction = () => {
    stored.resolve()
    return Promise.reject(new Error('the disk is full'))
  }
  Object.assign(database, { transaction })
  ask('lost', `comment ${taskUuid} On its way`)
  await stored.promise
  ask('later')
  await expect.poll(() => heard).toEqual([acknowledgementOf('later')])
})

test('an event that Slack sends again is known as one, as over HTTP', async () => {
  const repeats: unknown[] = []
  const sockets = await webSocketServer((connection) => {
    connection.send({ type: 'hello' })
    for (const attempt of [0, 2])
      connection.send({
        envelope_id: `attempt ${attempt}`,
        type: 'events_api',
        payload: JSON.parse(eventCallback({ type: 'message' }, `Ev${attempt}`)) as object,
        retry_attempt: attempt,
        retry_reason: attempt > 0 ? 'timeout' : '',
        accepts_response_payload: false,
      })
  })
  const { apiUrl, ...slack } = await standInSlack({ socketUrl: sockets.url })
  const connection = { mode: 'socket', botToken: 'xoxb-test', appToken: 'xapp-test', apiUrl } as const
  const bolt = createBolt(connection, async () => ({}), quiet)
  onTestFinished(async () => {
    await bolt.stop()
    await sockets.close()
    await slack[Symbol.asyncDispose]()
  })
  bolt.app.event('message', async ({ context: { retryNum } }) => void repeats.push(retryNum))
  await bolt.start()
  await expect.poll(() => repeats).toEqual([0, 2])
})

test('with a proxy, Slack’s methods and Socket Mode go through it', async () => {
  const { asked, heard, ask } = await bySocket({ proxied: true })
  ask('one')
  await expect.poll(() => heard).toEqual([acknowledgementOf('one')])
  expect(new Set(asked)).toEqual(new Set(['slack.corp.example:80', 'sockets.corp.example:80']))
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

const lost =
  'Slack: no Socket Mode connection: check SLACK_APP_TOKEN, its scope connections:write, and the network'

test('in Socket Mode the bot is ready while a connection stands, and not without one', async () => {
  const { slack, connections, reasons } = await bySocket()
  await expect.poll(reasons).toEqual([])
  slack.answers('apps.connections.open', { body: { ok: true, url: 'ws://127.0.0.1:9' } })
  connections.at(-1)?.cut()
  await expect.poll(reasons).toEqual([lost])
  slack.fault.next = undefined
  await expect.poll(reasons).toEqual([])
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

test(
  'SIGTERM ends a process that waits for its first connection within five seconds',
  { timeout: 90_000 },
  async () => {
    const { slack, start, child, exited } = await botProcess({ SLACK_APP_TOKEN: 'xapp-1' }, { begin: false })
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    slack.fault.next = ({ method }) => {
      if (method !== 'apps.connections.open') return undefined
      ask()
      return new Promise(() => {})
    }
    await start()
    await asked
    const began = Date.now()
    child().kill('SIGTERM')
    expect(await exited()).toBe(0)
    expect(Date.now() - began).toBeLessThan(5_000)
  },
)
