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

test('after a 429 nobody asks before Retry-After, and then one after the other for a minute', () => {
  const { enter, refused, wait, passTo } = reactionsAt()
  for (let n = 0; n < 100; n++) expect(wait()).toBeUndefined()
  refused('reactions.add', 10_000, undefined)
  expect([1, 2, 3].map(wait)).toEqual([11_260, 12_520, 13_780])
  enter('chat.postEphemeral')
  passTo(11_260)
  expect([wait(), wait()]).toEqual([undefined, undefined])
  expect(wait()).toBeGreaterThan(0)
  passTo(80_000)
  for (let n = 0; n < 100; n++) expect(wait()).toBeUndefined()
})

test('a node that Slack refuses in spite of its pace has neighbours, and asks less often', () => {
  const { enter, refused, wait, passTo } = reactionsAt()
  refused('reactions.add', 0, undefined)
  const had = enter('reactions.add')
  refused('reactions.add', 10_000, had)
  expect([wait(), wait()]).toEqual([11_890, 13_780])
  passTo(70_000)
  refused('reactions.add', 0, enter('reactions.add'))
  expect([wait(), wait()]).toEqual([undefined, 1_260])
})

test('however often Slack refuses, ten seconds between two calls are the most', () => {
  const { enter, refused, wait, passTo } = reactionsAt()
  let now = 0
  refused('reactions.add', 1_000, undefined)
  for (let times = 0; times < 200; times += 1) {
    passTo((now += 30_000))
    refused('reactions.add', 1_000, enter('reactions.add'))
  }
  expect([wait(), wait()]).toEqual([11_000, 21_000])
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
const workspaces = async () => {
  const door = await slackDoor((token) =>
    /^xoxb-T[12]$/.test(token)
      ? async () => ({ ok: true, team: token.slice(5), user: 'onboarding' })
      : undefined,
  )
  onTestFinished(() => door.close())
  const clock = slackClock()
  const app = { mode: 'http', signingSecret: 's', apiUrl: door.apiUrl } as const
  const clientWith = slackClients(app, quiet, clock, (_, call) => call())
  return (token: string) =>
    createSlack(
      clientWith(async () => token),
      clock,
    )
}

test('installations share what calls Slack, and each calls with its own token', async () => {
  const slackOf = await workspaces()
  const [one, other] = [slackOf('xoxb-T1'), slackOf('xoxb-T2')]
  expect(await Promise.all([one.identity(), other.identity()])).toMatchObject([
    { teamName: 'T1' },
    { teamName: 'T2' },
  ])
})

test('the doctor asks Slack with the installation’s own token, too', async () => {
  const slackOf = await workspaces()
  expect(await slackOf('xoxb-T2').diagnose()).toMatchObject({ teamName: 'T2', botName: 'onboarding' })
  await expect(slackOf('xoxb-gone').diagnose()).rejects.toThrow('invalid_auth')
})
