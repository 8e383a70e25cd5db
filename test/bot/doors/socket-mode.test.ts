import { expect, onTestFinished, test } from 'vitest'
import { botProcess } from '../support/bot-process.ts'
import { runningBot } from '../support/running-bot.ts'
import { socketSlack } from '../support/socket-slack.ts'
import { standInSlack } from '../support/stand-in-slack.ts'

const lost =
  'Slack: no Socket Mode connection: check SLACK_APP_TOKEN, its scope connections:write, and the network'

test('in Socket Mode the bot is ready while a connection stands, and not without one', async () => {
  const socket = await socketSlack()
  const slack = await standInSlack()
  onTestFinished(async () => {
    await slack[Symbol.asyncDispose]()
    await socket[Symbol.asyncDispose]()
  })
  slack.fault.next = ({ method }) =>
    method === 'apps.connections.open' ? { body: { ok: true, url: socket.url } } : undefined
  const { bot } = await runningBot({
    slack: { mode: 'socket', botToken: 'xoxb-test', appToken: 'xapp-test', apiUrl: slack.apiUrl },
    readyMs: 0,
  })
  const reasons = async () =>
    ((await (await fetch(`${bot.url}/readyz`)).json()) as { reasons: string[] }).reasons
  await expect.poll(reasons).toEqual([])
  socket.door.open = false
  socket.hangUp()
  await expect.poll(reasons).toEqual([lost])
  socket.door.open = true
  await expect.poll(reasons).toEqual([])
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
