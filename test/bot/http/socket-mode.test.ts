import { expect, onTestFinished, test } from 'vitest'
import { runningBot } from '../support/running-bot.ts'
import { socketSlack } from '../support/socket-slack.ts'
import { standInSlack } from '../support/stand-in-slack.ts'

const lost = 'Slack is not usable: there is no Socket Mode connection'

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
