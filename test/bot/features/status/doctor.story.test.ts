import { expect } from 'vitest'
import * as words from '../../../../src/bot/features/status/messages/doctor.ts'
import { scopes } from '../../../../src/bot/slack/scopes.ts'
import { markOf } from '../../installations/crossings/words.ts'
import { worldOf } from '../../installations/crossings/world.ts'
import { botWithThread, dana, runningBot } from '../../support/running-bot.ts'
import { setJobsAside } from '../../../support/lane-rows.ts'
import { manifestScopes } from '../../../support/manifest-scopes.ts'
import { samplesOf, testOf } from '../../messages/samples/sample.ts'

export const samples = samplesOf(words)({
  doctor: {
    findings: [
      { topic: 'Slack token', state: 'good', found: 'accepted by Vendor as onboarding' },
      {
        topic: 'Slack scopes',
        state: 'bad',
        found: 'users:read is not granted; lost: people’s names',
        remedy: 'add it as in manifest.yml (OAuth & Permissions), then install the app again',
      },
      {
        topic: 'PUBLIC_URL',
        state: 'look',
        found: 'https://bot.example cannot be reached from this machine',
        remedy: 'look at the proxy or tunnel in front',
      },
    ],
  },
  doctorRunning: {},
})

const test = testOf(import.meta.filename)

type Running = Awaited<ReturnType<typeof runningBot>>

const allScopes = Object.keys(scopes).join(',')

/** Slack answers `auth.test` with these scopes, at this distance from our clock. */
const slackSays = ({ slack }: Pick<Running, 'slack'>, granted = allScopes, aheadMs = 0) => {
  slack.grants(granted, { date: new Date(Date.now() + aheadMs).toUTCString() })
}

/** What is said first, and what takes its place. */
const ask = async (running: Running, user = dana) => {
  const { slack, types } = running
  const before = slack.made('respond').length
  await types('doctor', { user_id: user, response_url: `${slack.apiUrl}respond` })
  const said = () => slack.made('respond').slice(before)
  return { said, last: () => String(said().at(-1)?.['text']), until: running.until }
}

const findings = async (running: Running) => {
  const { said, last, until } = await ask(running)
  await until(() => expect(said()).toHaveLength(2))
  return last()
}

const steady = (text: string) =>
  text
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
    .replaceAll(/^.*Database: SQLite.*$/gm, '✓ Good · Database')
    .replaceAll(/within \d+ seconds?/g, 'within N seconds')

test('an admin is answered at once, and then told of each check, what is wrong first', async () => {
  const running = await runningBot()
  slackSays(running)
  const { said, last, until } = await ask(running)
  await until(() => expect(said()).toHaveLength(2))
  expect(said()[0]?.['text']).toContain('Checking Slack, the tracker, the database and the queue.')
  expect(said()[1]).toMatchObject({ replace_original: true, response_type: 'ephemeral' })
  expect(steady(last())).toMatchInlineSnapshot(`
    "13 checks: 2 to check, 11 good.
    ⚠ Check · Tracker deliveries: none yet
       What to do: change something in the tracker; if nothing arrives, check PUBLIC_URL and Tracker events below
    ⚠ Check · Tracker events: ONBOARDING_SUBSCRIBE is off, and the tracker can’t list subscriptions, so the app can’t check them
       What to do: check in the tracker that the hook has all comment, task, subtask, module and project events
    ✓ Good · Slack token: accepted by Vendor as onboarding
    ✓ Good · Slack scopes: all 21 granted
    ✓ Good · Clock: within N seconds of Slack’s
    ✓ Good · Slack requests: over HTTP; 1 valid signature since the app started
    ✓ Good · Tracker key: accepted
    ✓ Good · Quota and pace: 1 of 100 calls this month; at most one write a second
    ✓ Good · Tracker user: comments are written as the user aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa
    ✓ Good · PUBLIC_URL: http://127.0.0.1:PORT reaches this app
    ✓ Good · Database
    ✓ Good · Queue: nothing waiting
    ✓ Good · Set aside: nothing"
  `)
})

test('a member who is no admin is told who may ask the doctor', async () => {
  const running = await runningBot()
  const { said, last, until } = await ask(running, 'U0LEE')
  await until(() => expect(said()).toHaveLength(1))
  expect(last()).toBe(
    'Only admins and owners of this Slack workspace can run the doctor.\nAsk one of them. Everyone can use /onboard status.',
  )
})

test('each missing scope is named with what it costs, and a clock that is wrong with the remedy', async () => {
  const running = await runningBot()
  const without = allScopes.replace('users:read,', '').replace('pins:write,', '')
  slackSays(running, without, 5 * 60_000)
  const text = await findings(running)
  expect(text).toContain('✗ Not working · Slack scopes: users:read is missing; lost: people’s names')
  expect(text).toContain('⚠ Check · Slack scopes: pins:write is missing')
  expect(text).toContain('✗ Not working · Clock: 5 minutes behind Slack’s')
  expect(text).toContain('What to do: sync this machine’s clock by NTP')
})

test('a revoked token, a refused key and a used-up database each come with a remedy; no secret is told', async () => {
  const running = await runningBot()
  slackSays(running)
  await findings(running)
  running.slack.refuses('auth.test', 'token_revoked')
  running.tracker.control.down = 'unauthorized'
  const text = await findings(running)
  expect(text).toContain('Slack token: not working: auth.test: token_revoked')
  expect(text).toContain('reinstall the app')
  expect(text).toContain('create a new key in the tracker’s settings')
  expect(text).not.toMatch(/xoxb|signing-secret|a-webhook-secret/)
})

test('a check that does not come back is reported, and the others are told all the same', async () => {
  const running = await runningBot({ doctorWaitMs: 500 })
  slackSays(running)
  const never = Promise.withResolvers<never>()
  Object.assign(running.tracker.api, { getUsage: () => never.promise })
  const text = await findings(running)
  expect(text).toContain('Tracker key: no response within 0.5 seconds')
  expect(text).toContain('Database: SQLite')
})

test('PUBLIC_URL leads here only if the bot that answers has this one’s id', async () => {
  const other = await runningBot()
  const running = await runningBot({ publicUrl: other.bot.url })
  slackSays(running)
  expect(await findings(running)).toContain('responds (200), but it isn’t this app')
  const asked = await fetch(`${running.bot.url}/healthz`)
  expect(await asked.json()).toEqual({ status: 'ok' })
  expect(asked.headers.get('x-onboarding-instance')).toBe(running.bot.deps.instance.id)
  expect(running.bot.deps.instance.id).not.toBe(other.bot.deps.instance.id)
})

test('wrong signatures, wrong hook secrets and set-aside work are counted', async () => {
  const running = await botWithThread({ engine: 'postgres' })
  slackSays(running)
  const { bot, hook, database } = running
  await hook({ event_name: 'task_created' }, 'another-secret-altogether')
  await fetch(`${bot.url}/slack/events`, {
    method: 'POST',
    headers: {
      'x-slack-signature': 'v0=00',
      'x-slack-request-timestamp': String(Math.floor(Date.now() / 1_000)),
    },
    body: '{}',
  })
  await setJobsAside(database, 'event')
  const text = await findings(running)
  expect(text).toMatch(
    /Slack requests: \d+ valid signatures? since the app started; 1 request rejected for a wrong one/,
  )
  expect(text).toContain('1 with another secret rejected since the app started')
  expect(text).toContain('Set aside: 1 after the last attempt')
})

test('another API user than the configured one is found out by the first comment', async () => {
  const running = await botWithThread({ apiUserUuid: '99999999-9999-4999-8999-999999999999' })
  slackSays(running)
  await running.says('Hello')
  expect(await findings(running)).toContain('isn’t the user who writes the app’s comments')
})

test('the doctor answers a mention once, with what it found', async () => {
  const running = await runningBot()
  slackSays(running)
  await running.mentions('doctor')
  await running.until(() => expect(running.slack.ephemerals(dana)).toHaveLength(1))
  expect(running.slack.whispers(dana)[0]).toContain('Database: SQLite')
})

test('every scope of the manifest has its line in the table of what it costs', () => {
  const { bot, bot_optional: optional } = manifestScopes
  expect([...bot, ...optional].filter((scope) => !scopes[scope])).toEqual([])
})

test('the token that is checked is the one of the workspace that asks', async () => {
  await using world = await worldOf('sqlite', 2)
  for (const { n } of world.sides) {
    const found = await world.bot.workspaces.of(n)
    expect(await found?.slack.diagnose()).toMatchObject({ teamName: `Vendor ${markOf('slack', n)}` })
  }
})
