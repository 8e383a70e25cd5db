import { quiet } from '../support/start-node.ts'
import { slackDoor } from '../support/slack/slack-door.ts'
import { createSlack } from '../../../src/bot/slack/web-slack.ts'
import { expect, test, onTestFinished } from 'vitest'
import { createGate, slackClients, slackClock } from '../../../src/bot/slack/client.ts'
import { botWithThread, dana } from '../support/running-bot.ts'

const reactionsAt = () => {
  let now = 0
  const { enter, refused } = createGate(() => now)
  /** How long it has to wait; undefined when it may ask now. */
  const wait = () => {
    try {
      enter('reactions.add')
      return undefined
    } catch (error) {
      return (error as { retryAfterMs: number }).retryAfterMs
    }
  }
  return { enter, refused, wait, passTo: (ms: number) => (now = ms) }
}

test('after a 429 nobody asks before Retry-After, and other methods go on', () => {
  const { enter, refused, wait, passTo } = reactionsAt()
  for (let n = 0; n < 100; n++) expect(wait()).toBeUndefined()
  refused('reactions.add', 10_000)
  expect([1, 2, 3].map(wait)).toEqual([10_000, 10_000, 10_000])
  enter('chat.postEphemeral')
  passTo(9_999)
  expect(wait()).toBe(1)
  passTo(10_000)
  for (let n = 0; n < 100; n++) expect(wait()).toBeUndefined()
})

test('what a person is told waits for no sign, and is told once', async () => {
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
  const door = await slackDoor((token) =>
    /^xoxb-T[12]$/.test(token)
      ? async () => (await answer) ?? { ok: true, team: token.slice(5), user: 'onboarding' }
      : undefined,
  )
  onTestFinished(() => door.close())
  const clock = slackClock()
  const app = { mode: 'http', signingSecret: 's', apiUrl: door.apiUrl } as const
  const clientWith = slackClients(app, quiet, clock, () => undefined)
  return (token: string) =>
    createSlack(
      clientWith(async () => token),
      clock,
      quiet,
    )
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
