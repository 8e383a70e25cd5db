import { expect, test } from 'vitest'
import { engines } from '../../support/databases.ts'
import { onlyReading } from '../../support/only-reading.ts'
import { slackChecks } from '../../../src/bot/features/status/doctor/slack.ts'
import { botWithThread, channel, commentEvent, dana, envelope } from '../support/running-bot.ts'
import { eventCallback, readinessAt } from '../support/start-node.ts'

const metric = (text: string, name: string) =>
  text.split('\n').filter((line) => line.startsWith(name) && !line.startsWith(`${name}_`))

test('readyz names each thing that is not usable, with 503, and is 200 again when it is', async () => {
  const { bot, slack, tracker } = await botWithThread({ readyMs: 0 })
  const ready = () => readinessAt(bot.url)
  const whileTracker = async (kind: typeof tracker.control.down) => {
    tracker.control.down = kind
    const { status, reasons } = await ready()
    tracker.control.down = undefined
    return [status, ...reasons]
  }
  const whileSlack = async (answer: object) => {
    slack.fault.next = ({ method }) => (method === 'auth.test' ? answer : undefined)
    const { status, reasons } = await ready()
    slack.fault.next = undefined
    return [status, ...reasons]
  }
  expect(await ready()).toMatchObject({ status: 200, ready: true, reasons: [] })
  expect(await whileTracker('unreachable')).toEqual([503, 'the tracker can’t be reached'])
  expect(await whileTracker('unauthorized')).toEqual([503, expect.stringContaining('ONBOARDING_API_KEY')])
  expect(await whileTracker('unexpected')).toEqual([503, expect.stringContaining('ONBOARDING_BASE_URL')])
  expect(await whileTracker('quota')).toEqual([503, expect.stringContaining('monthly quota')])
  expect(await whileSlack({ body: { ok: false, error: 'token_revoked' } })).toEqual([
    503,
    'Slack: auth.test: token_revoked; reinstall the app, and set SLACK_BOT_TOKEN to the token shown there',
  ])
  expect(await whileSlack({ status: 503 })).toEqual([503, expect.stringMatching(/^Slack: auth\.test: /)])
  expect((await ready()).status).toBe(200)
})

for (const engine of engines)
  test(`readyz is 503 while nothing can be written to ${engine}`, async () => {
    const { bot, database } = await botWithThread({ engine, readyMs: 0 })
    const ready = () => readinessAt(bot.url)
    expect(await ready()).toMatchObject({ status: 200 })
    await onlyReading(database, true)
    const reasons = [expect.stringMatching(/takes no writes: .*read-?only/)]
    // On PostgreSQL, the pool first notices that its connections were ended.
    await expect.poll(ready, { timeout: 10_000 }).toMatchObject({ status: 503, reasons })
    await onlyReading(database, false)
    await expect.poll(ready, { timeout: 10_000 }).toMatchObject({ status: 200 })
  })

test('metrics count what events came to, the unverified apart, and requests that were not let in', async () => {
  const { bot, hook, tracker, idle, comment } = await botWithThread()
  await hook(commentEvent({ ...comment, uuid: '00000000-0000-4000-8000-000000000000' }))
  await hook(envelope('comment_new', { comment: tracker.addComment({ message_plain: 'Real' }) }))
  await hook({}, 'not-the-secret-of-the-hook')
  await fetch(`${bot.url}/slack/events`, {
    method: 'POST',
    headers: { 'x-slack-signature': 'v0=0', 'x-slack-request-timestamp': '1' },
    body: '{}',
  })
  await idle()
  const text = await (await fetch(`${bot.url}/metrics`)).text()
  expect(metric(text, 'onboarding_events_settled_total')).toEqual([
    'onboarding_events_settled_total{result="handled"} 2',
    'onboarding_events_settled_total{result="unverified"} 1',
  ])
  expect(metric(text, 'onboarding_requests_refused_total')).toEqual([
    'onboarding_requests_refused_total{reason="wrong secret"} 1',
    'onboarding_requests_refused_total{reason="bad signature"} 1',
    'onboarding_requests_refused_total{reason="no room for the body"} 0',
    'onboarding_requests_refused_total{reason="too many connections"} 0',
    'onboarding_requests_refused_total{reason="daily bytes"} 0',
  ])
})

const reasonsOf = async ({ bot }: Awaited<ReturnType<typeof botWithThread>>) =>
  (await readinessAt(bot.url)).reasons

test('a token without the scope to post or to name people is not usable, and status says so too', async () => {
  const running = await botWithThread()
  running.slack.grants('commands,users:read.email')
  const lacking =
    'Slack: chat:write isn’t granted (lost: every message); users:read isn’t granted (lost: people’s names, and who is an admin)'
  expect(await reasonsOf(running)).toEqual([lacking])
  expect((await running.command('status')).text).toContain(lacking)
})

test('an app that was uninstalled says so until its token works again', async () => {
  const running = await botWithThread({ readyMs: 0 })
  const { slack, slackEvent } = running
  slack.refuses('auth.test', 'account_inactive')
  expect((await slackEvent({ type: 'tokens_revoked', tokens: { oauth: ['U0LEE'] } })).status).toBe(200)
  expect((await slackEvent({ type: 'app_uninstalled' })).status).toBe(200)
  expect(await reasonsOf(running)).toEqual([
    'Slack: auth.test: account_inactive; Slack says the app was uninstalled; reinstall the app, and set SLACK_BOT_TOKEN to the token shown there',
  ])
  slack.fault.next = undefined
  expect(await reasonsOf(running)).toEqual([])
})

test('events of another workspace are acknowledged and left alone, and the doctor tells of events kept back', async () => {
  const { signed, root, idle, tracker, bot } = await botWithThread()
  const message = { type: 'message', channel, user: dana, text: 'Hello', ts: '1763900009.000100' }
  const authorizations = [{ team_id: 'T9', user_id: 'U9', is_bot: true }]
  const theirs = eventCallback({ ...message, thread_ts: root.ts }, 'Ev9', 'T9', { authorizations })
  const limited = JSON.stringify({ type: 'app_rate_limited', team_id: 'T1', minute_rate_limited: 1 })
  for (const body of [theirs, limited]) expect((await signed(body, 'application/json')).status).toBe(200)
  await idle()
  expect(tracker.attempts).toEqual([])
  const told = await Promise.all(slackChecks.map((check) => check.run(bot.deps)))
  const found = told.flat().flatMap(({ topic, found: words }) => (topic === 'Slack events' ? [words] : []))
  expect(found).toEqual([expect.stringMatching(/^Slack dropped events .* ago/)])
})
