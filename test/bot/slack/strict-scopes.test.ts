import { expect, test } from 'vitest'
import { danaThere, strictSlack } from '../installations/emulated-slack.ts'
import { runningBot } from '../support/running-bot.ts'
import { project } from '../support/stand-in-tracker.ts'
import { manifestScopes } from '../../support/manifest-scopes.ts'

/** Grants the manifest's scopes, without these. */
const slackWithout = async (without: readonly string[]) => {
  const granted = manifestScopes.bot.filter((scope) => !without.includes(scope))
  const setUp = ['channels:manage', 'channels:write', 'channels:read', 'users:read', 'chat:write']
  const slack = await strictSlack({
    users: [danaThere, { name: 'onboarding', real_name: 'Onboarding', email: 'bot@vendor.example' }],
    tokens: [
      { token: 'xoxb-test', user: 'onboarding', scopes: granted },
      { token: 'xoxp-setup', user: 'dana', scopes: setUp },
    ],
  })
  const call = async <Answer>(token: string, method: string, args: object = {}) => {
    const response = await fetch(`${slack.url}/api/${method}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(args),
    })
    return (await response.json()) as Answer
  }
  return { apiUrl: `${slack.url}/api/`, call }
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
  const { apiUrl, call } = await slackWithout(without)
  const made = await call<{ channel: { id: string } }>('xoxp-setup', 'conversations.create', { name: 'acme' })
  const channel = made.channel.id
  const userOf = async (token: string) => (await call<{ user_id: string }>(token, 'auth.test')).user_id
  await call('xoxp-setup', 'conversations.invite', { channel, users: await userOf('xoxb-test') })
  const dana = await userOf('xoxp-setup')

  const { customerSays, command, tracker, slackEvent } = await runningBot({
    slack: { mode: 'http', botToken: 'xoxb-test', signingSecret: 'signing-secret', apiUrl },
  })
  const place = { channel_id: channel, user_id: dana, team_id: 'T000000001' }
  expect((await command(`subscribe "${project.name}"`, place)).response_type).toBe('in_channel')
  await customerSays('Where do we start?')

  const read = async (method: string, of: object = {}) =>
    (await call<{ messages: Message[] }>('xoxb-test', method, { channel, ...of })).messages
  const root = (await read('conversations.history')).find(({ text }) => text.includes('Kick-off call'))
  const replies = () => read('conversations.replies', { ts: root?.ts })
  const comment = (await replies()).at(-1)

  const words = { channel, text: 'On Monday', thread_ts: root?.ts }
  const said = await call<{ ts: string }>('xoxp-setup', 'chat.postMessage', words)
  await slackEvent({ type: 'message', ...words, user: dana, ts: said.ts })
  await expect.poll(() => tracker.attempts.length, { timeout: 10_000 }).toBe(1)
  const reactions = async () =>
    (await replies()).find(({ ts }) => ts === said.ts)?.reactions?.map(({ name }) => name)
  return { comment, texts: tracker.asked(), reactions }
}

test("with the manifest's scopes and no other, a comment becomes a thread and a reply becomes a comment", async () => {
  const { comment, texts, reactions } = await played()
  expect(comment).toMatchObject({ username: 'Casey Jones, Acme Corp' })
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
