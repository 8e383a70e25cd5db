import { readFileSync } from 'node:fs'
import { createEmulator } from 'emulate'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { runningBot } from '../support/running-bot.ts'
import { project } from '../support/stand-in-tracker.ts'

interface Manifest {
  oauth_config: { scopes: { bot: string[]; bot_optional?: string[] } }
}

/** `emulate`'s Slack: another's idea of Slack than ours, with strict scopes. */
const strictSlack = async (without: readonly string[]) => {
  const manifest = parse(readFileSync(new URL('../../../manifest.yml', import.meta.url), 'utf8')) as Manifest
  const granted = manifest.oauth_config.scopes.bot.filter((scope) => !without.includes(scope))
  const setUp = ['channels:manage', 'channels:write', 'channels:read', 'users:read', 'chat:write']
  const slack = await createEmulator({
    service: 'slack',
    port: 0,
    seed: {
      slack: {
        strict_scopes: true,
        team: { name: 'Vendor', domain: 'vendor' },
        users: [
          { name: 'dana', real_name: 'Dana Smith', email: 'dana@vendor.example' },
          { name: 'onboarding', real_name: 'Onboarding', email: 'bot@vendor.example' },
        ],
        tokens: [
          { token: 'xoxb-test', user: 'onboarding', scopes: granted },
          { token: 'xoxp-setup', user: 'dana', scopes: setUp },
        ],
      },
    },
  })
  onTestFinished(() => slack.close())
  const call = async (token: string, method: string, args: object = {}) => {
    const response = await fetch(`${slack.url}/api/${method}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(args),
    })
    return response.json()
  }
  return { slack, call }
}

interface Message {
  ts: string
  thread_ts?: string
  text: string
  username?: string
  reactions?: { name: string }[]
}

/** A customer's comment becomes a thread, and Dana's reply a comment; what is then to be seen. */
const played = async (without: readonly string[] = []) => {
  const { slack, call } = await strictSlack(without)
  const { channel } = (await call('xoxp-setup', 'conversations.create', { name: 'acme' })) as {
    channel: { id: string }
  }
  const { user_id: bot } = (await call('xoxb-test', 'auth.test')) as { user_id: string }
  await call('xoxp-setup', 'conversations.invite', { channel: channel.id, users: bot })
  const { user_id: dana } = (await call('xoxp-setup', 'auth.test')) as { user_id: string }

  const connection = {
    mode: 'http',
    botToken: 'xoxb-test',
    signingSecret: 'signing-secret',
    apiUrl: `${slack.url}/api/`,
  } as const
  const { customerSays, command, tracker, slackEvent } = await runningBot({ slack: connection })
  const place = { channel_id: channel.id, user_id: dana, team_id: 'T000000001' }
  expect((await command(`subscribe "${project.name}"`, place)).response_type).toBe('in_channel')
  await customerSays('Where do we start?')

  const history = async () =>
    (await call('xoxb-test', 'conversations.history', { channel: channel.id })) as { messages: Message[] }
  const root = (await history()).messages.find(({ text }) => text.includes('Kick-off call'))
  const replies = async () =>
    (
      (await call('xoxb-test', 'conversations.replies', { channel: channel.id, ts: root?.ts })) as {
        messages: Message[]
      }
    ).messages
  const comment = (await replies()).at(-1)

  const said = (await call('xoxp-setup', 'chat.postMessage', {
    channel: channel.id,
    text: 'On Monday',
    thread_ts: root?.ts,
  })) as { ts: string }
  await slackEvent({
    type: 'message',
    channel: channel.id,
    user: dana,
    text: 'On Monday',
    ts: said.ts,
    thread_ts: root?.ts,
  })
  await expect.poll(() => tracker.attempts.length, { timeout: 10_000 }).toBe(1)
  const reactions = async () =>
    (await replies()).find(({ ts }) => ts === said.ts)?.reactions?.map(({ name }) => name)
  return { comment, texts: tracker.asked(), reactions }
}

test("with the manifest's scopes and no other, a comment becomes a thread and a reply becomes a comment", async () => {
  const { comment, texts, reactions } = await played()
  expect(comment).toMatchObject({ username: 'Casey Jones' })
  expect(texts).toEqual(['Dana Smith (Slack): On Monday'])
  await expect.poll(reactions).toEqual(['white_check_mark'])
})

test.each(['chat:write.customize', 'users:read.email', 'reactions:write', 'links:write', 'links:read'])(
  'without %s the comment and the reply still arrive',
  async (scope) => {
    const { comment, texts } = await played([scope])
    expect(`${comment?.username ?? ''} ${comment?.text ?? ''}`).toContain('Casey Jones')
    expect(comment?.text).toContain('Where do we start?')
    expect(texts).toEqual(['Dana Smith (Slack): On Monday'])
  },
)
