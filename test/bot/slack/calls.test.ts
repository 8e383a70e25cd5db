import { expect, onTestFinished, test } from 'vitest'
import { slackClients, slackClock } from '../../../src/bot/slack/client.ts'
import { SlackProblem } from '../../../src/bot/slack/problem.ts'
import { createSlack, type Slack } from '../../../src/bot/slack/web-slack.ts'
import { slackDoor } from '../support/slack/slack-door.ts'
import { botWithThread, dana } from '../support/running-bot.ts'
import { passing } from '../support/passing.ts'
import { quiet } from '../support/start-node.ts'

const minute = 60_000

/** A stand-in of Slack, and what the bot calls it with. */
const calling = async (open: Parameters<typeof slackDoor>[0]) => {
  const door = await slackDoor(open)
  onTestFinished(() => door.close())
  const clock = slackClock()
  const app = { mode: 'http', signingSecret: 's', apiUrl: door.apiUrl } as const
  const clientWith = slackClients(app, quiet, clock, () => undefined)
  const clientOf = (token = 'xoxb-T1') => clientWith(async () => token)
  return { clientOf, slackOf: (token?: string) => createSlack(clientOf(token), clock, quiet) }
}

test('after a 429 a method is not called before Retry-After ends; other methods are', async () => {
  const asked: string[] = []
  const { clientOf } = await calling(() => async ({ method }, _, reply) => {
    asked.push(method)
    const isRefused = asked.filter((one) => one === 'reactions.add').length === 1
    if (method === 'reactions.add' && isRefused) return reply.code(429).header('retry-after', '10').send()
    return { ok: true }
  })
  const { chat, reactions } = clientOf()
  const pass = passing()
  const react = () => reactions.add({ channel: 'C1', timestamp: '1.1', name: 'eyes' })
  await expect(react()).rejects.toMatchObject({ kind: 'rate-limited', retryAfterMs: 10_000 })
  for (let n = 0; n < 3; n++) await expect(react()).rejects.toThrow('reactions.add: waits for Slack')
  await chat.postEphemeral({ channel: 'C1', user: dana, text: 'Hello' })
  await pass(8_000)
  const refusal = await react().catch((error: unknown) => error)
  const left = refusal instanceof SlackProblem ? refusal.retryAfterMs : undefined
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThanOrEqual(2_000)
  expect(asked).toEqual(['reactions.add', 'chat.postEphemeral'])
  await pass(2_000)
  for (let n = 0; n < 3; n++) await react()
  expect(asked).toHaveLength(5)
})

test('what a person is told does not wait for a reaction, and is told once', async () => {
  const { say, until, idle, slack, tracker } = await botWithThread()
  tracker.control.onCreate = () => ({ fails: 'invalid', message: 'Not allowed.' })
  let asked = 0
  slack.fault.next = ({ method }) =>
    method === 'reactions.add' && (asked += 1) === 1
      ? { status: 429, headers: { 'retry-after': '1' }, body: {} }
      : undefined
  const { ts } = await say('We start on Monday')
  await until(() => expect(slack.ephemerals(dana)).toHaveLength(1))
  expect(asked).toBe(1)
  await until(() => expect(slack.reactions(ts)).toHaveLength(2))
  await idle()
  expect(slack.ephemerals(dana)).toHaveLength(1)
})

/** Two workspaces, and Slack as an installation with this token sees it. */
const workspaces = async (answer?: Promise<object>) => {
  const { slackOf } = await calling((token) =>
    /^xoxb-T[12]$/.test(token)
      ? async () => (await answer) ?? { ok: true, team: token.slice(5), user: 'onboarding' }
      : undefined,
  )
  return slackOf
}

test('installations share what calls Slack, and each calls with its own token, as its doctor does', async () => {
  const slackOf = await workspaces()
  const [one, other] = [slackOf('xoxb-T1'), slackOf('xoxb-T2')]
  const names = (await Promise.all([one.identity(), other.identity()])).map(({ teamName }) => teamName)
  expect(names).toEqual(['T1', 'T2'])
  expect(await slackOf('xoxb-T2').diagnose()).toMatchObject({ teamName: 'T2', botName: 'onboarding' })
  await expect(slackOf('xoxb-gone').diagnose()).rejects.toThrow('invalid_auth')
})

test('a Slack that does not answer is found out before the doctor gives up', async () => {
  const held = Promise.withResolvers<object>()
  const slackOf = await workspaces(held.promise)
  await expect(slackOf('xoxb-T1').diagnose()).rejects.toThrow(/^auth\.test: no answer$/)
  held.resolve({ ok: true })
})

const listing = async () => {
  const made: string[] = []
  const { slackOf } = await calling(() => async ({ method }) => {
    made.push(method)
    return { ok: true, team_id: 'T1', members: [], channels: [] }
  })
  return { slack: slackOf(), times: (method: string) => made.filter((one) => one === method).length }
}

test.each<[string, string, number, (slack: Slack) => Promise<unknown>]>([
  ['people are', 'users.list', minute, (slack) => slack.members()],
  ['public channels are', 'conversations.list', 5 * minute, (slack) => slack.publicChannels()],
])('%s listed again once the list is old, also if it was read meanwhile', async (_, method, kept, ask) => {
  const { slack, times } = await listing()
  const pass = passing()
  await ask(slack)
  await pass(0.6 * kept)
  await ask(slack)
  expect(times(method)).toBe(1)
  await pass(0.6 * kept)
  await ask(slack)
  expect(times(method)).toBe(2)
})
