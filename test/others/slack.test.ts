import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runningBot } from '../bot/support/running-bot.ts'
import { channel, dana, signingSecret } from '../bot/support/start-node.ts'
import { project } from '../bot/support/stand-in-tracker.ts'
import { freePort } from '../support/free-port.ts'
import { freshFolder } from '../support/fresh-folder.ts'
import { fetched } from './programs.ts'

const program = fetched('local-slack-linux-x64/bin/local-slack')
const tokens = { botToken: 'xoxb-test', appToken: 'xapp-test' }

interface Message {
  ts: string
  text: string
  thread_ts?: string
  reactions?: { name: string }[]
}

/** A Slack that others wrote; what its people do in it, and what they read in the channel. */
const localSlack = async (app: { mode: 'events' | 'socket'; requestUrl: string }) => {
  const config = join(freshFolder(), 'slack.json')
  const workspace = {
    workspace: { teamId: 'T1' },
    app: { botUserId: 'U0BOT', ...tokens, signingSecret, ...app },
    users: [{ id: dana, name: 'dana', real_name: 'Dana Smith', email: 'dana@vendor.example' }],
    channels: [{ id: channel, name: 'acme', members: [dana, 'U0BOT'] }],
  }
  writeFileSync(config, JSON.stringify(workspace))
  const port = await freePort()
  const child = spawn(program ?? '', ['--config', config, '--port', String(port)], { stdio: 'ignore' })
  onTestFinished(() => void child.kill())
  const url = `http://localhost:${port}`
  const acts = (path: string, body: object) =>
    fetch(`${url}/_control/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ channel, user: dana, ...body }),
    })
  const messages = async () => {
    const response = await fetch(`${url}/_control/messages/${channel}`)
    return ((await response.json()) as { messages: Message[] }).messages
  }
  await expect.poll(() => messages().catch(() => undefined), { timeout: 10_000 }).toEqual([])
  return { apiUrl: `${url}/api/`, acts, messages }
}

test.runIf(program).for(['events', 'socket'] as const)(
  "in others' Slack, by %s: a comment of the tracker becomes a message in a thread, a reply becomes a comment",
  async (mode) => {
    const port = await freePort()
    const requestUrl = `http://127.0.0.1:${port}/slack/events`
    const { apiUrl, acts, messages } = await localSlack({ mode, requestUrl })
    const by = mode === 'socket' ? ({ mode } as const) : ({ mode: 'http', signingSecret } as const)
    const { customerSays, tracker } = await runningBot({ port, slack: { ...tokens, ...by, apiUrl } })
    const shown = async (text: string) => {
      const message = async () => (await messages()).find((one) => one.text.includes(text))
      await expect.poll(message, { timeout: 10_000 }).toBeDefined()
      return (await message()) as Message
    }
    await acts('command', { command: '/onboard', text: `subscribe "${project.name}"` })
    await shown('subscribed this channel')

    await customerSays('Where do we start?')
    const { thread_ts } = await shown('Casey Jones, Acme Corp: Where do we start?')
    expect((await messages()).find(({ ts }) => ts === thread_ts)?.text).toContain('Kick-off call')

    await acts('message', { text: 'On Monday', thread_ts })
    await expect.poll(tracker.asked, { timeout: 10_000 }).toEqual(['Dana Smith (Slack): On Monday'])
    const reactions = async () => (await shown('On Monday')).reactions?.map(({ name }) => name)
    await expect.poll(reactions, { timeout: 10_000 }).toEqual(['white_check_mark'])
  },
)
