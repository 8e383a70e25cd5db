import { createMetrics } from '../../../src/bot/deps/metrics.ts'
import { nothingSeen } from '../../../src/bot/deps/deps.ts'
import { Busy } from '../../../src/database/group-commit.ts'
import { sql as raw } from 'kysely'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { inboxRowFor, storeWebhooks, mountIngest } from '../../../src/bot/doors/server.ts'
import { createDailyBytes } from '../../../src/bot/store/daily-bytes.ts'
import { eachEngine, engines } from '../../support/databases.ts'
import {
  botWithThread,
  channel,
  commentEvent,
  dana,
  envelope,
  runningBot,
  secret,
} from '../support/running-bot.ts'
import { eventCallback, signedHeaders } from '../support/start-node.ts'
import { eventRows } from '../support/rows/post-rows.ts'

test('a wrong secret of any length is a 404 before the body is read', async () => {
  const { hook, database, tracker } = await runningBot()
  const known = commentEvent(tracker.addComment({ message_plain: 'x' }))
  for (const given of ['not-the-webhook-secret', 'x', secret.slice(0, -1), 'x'.repeat(5_000), '%zz'])
    for (const body of ['not even JSON', known]) expect((await hook(body, given)).status, given).toBe(404)
  expect(await eventRows(database)).toEqual([])
})

test('a secret may be long', async () => {
  const long = 'abcdef0123456789'.repeat(32)
  const { hook } = await runningBot({ webhookSecret: long })
  expect((await hook(envelope('account_note_created', { note: {} }), long)).status).toBe(200)
})

test('no secret, another method, another path: 404', async () => {
  const { bot } = await runningBot()
  for (const [method, path] of [
    ['POST', '/webhooks/onboarding/'],
    ['POST', '/webhooks/onboarding'],
    ['GET', `/webhooks/onboarding/${secret}`],
    ['GET', '/slack/events'],
    ['POST', '/'],
  ] as const) {
    expect((await fetch(`${bot.url}${path}`, { method })).status, `${method} ${path}`).toBe(404)
  }
})

test('a body over 1 MiB is a 413; one that is not JSON a 400; an empty one a 400', async () => {
  const { hook } = await runningBot()
  expect((await hook(JSON.stringify({ text: 'x'.repeat(1_048_576) }))).status).toBe(413)
  expect((await hook('{"event_name":')).status).toBe(400)
  expect((await hook('')).status).toBe(400)
})

const odd = {
  'an event of the catalogue that we do not know': envelope('account_note_created', { note: {} }),
  'a known event of another shape': envelope('comment_new', { note: 'no comment here' }),
  'no envelope at all': { hello: 'world' },
  'an array': [1, 2, 3],
  null: null,
  'a uuid with a NUL in it': envelope('task_created', {
    project_uuid: 'p',
    task: { uuid: 'a\u0000b', name: 'n' },
  }),
}

for (const engine of engines)
  test(`what nobody knows is stored, answered with 200, and holds up nothing (${engine})`, async () => {
    const { customerSays, hook, database, command, slack } = await runningBot({ engine })
    await command('subscribe all')
    for (const [at, [what, body]] of Object.entries(odd).entries()) {
      expect((await hook(JSON.stringify(body))).status, what).toBe(200)
      expect(await eventRows(database), what).toHaveLength(2 * at + 1)
      await customerSays(`still alive after ${what}`)
      expect(slack.messages.at(-1)?.text).toContain(`still alive after ${what}`)
    }
  })

test('of an event, what the bot uses is stored, and nothing else', async () => {
  const { hook, database } = await runningBot()
  const long = 'x'.repeat(100_000)
  const facts = { uuid: 't1', name: 'Kick-off', detail: long, module_name: 'Start', extra: { deep: long } }
  const answers = [{ name: 'Domain', answer: long, key: 'k' }]
  const event = envelope('task_completed', {
    project_uuid: 'p1',
    task: { ...facts, subtasks_answers: answers },
    vendor: long,
  })
  expect((await hook(event)).status).toBe(200)
  const [row] = await eventRows(database)
  const { payload } = JSON.parse(row?.body ?? '') as { payload: unknown }
  const task = { uuid: 't1', name: 'Kick-off', module_name: 'Start' }
  expect(payload).toEqual({
    project_uuid: 'p1',
    task: { ...task, subtasks_answers: [{ name: 'Domain', answer: 'x'.repeat(20_000) }] },
  })
})

for (const engine of engines)
  test(`a tracker whose events have used up the day’s bytes reads so until midnight, and admins once (${engine})`, async () => {
    const clock = { now: Date.parse('2026-11-21T23:59:00Z') }
    const { hook, customerSays, tracker, database, idle, slack, restart, bot } = await runningBot({
      engine,
      dailyBytes: 20_000,
      now: () => clock.now,
    })
    await customerSays('x'.repeat(18_000))
    const say = () => hook(commentEvent(tracker.addComment({ message_plain: 'one more' })))
    for (let n = 0; n < 2; n += 1) {
      const refused = await say()
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
      expect(await refused.text()).toContain('after midnight')
    }
    await idle()
    expect(slack.messages.filter(({ text }) => text.includes('stores in a day'))).toHaveLength(1)
    expect(await (await fetch(`${bot.url}/metrics`)).text()).toContain(
      'onboarding_requests_refused_total{reason="daily bytes"} 2',
    )
    expect(await eventRows(database)).toHaveLength(1)
    clock.now += 60_000
    await restart()
    expect((await say()).status).toBe(200)
  })

test('what a node counted of the day is read by the next one', async () => {
  const { database } = await runningBot()
  const options = { database, now: () => Date.parse('2026-11-21T10:00:00Z'), dailyBytes: 3_000_000 }
  const [one, other] = [1, 2].map(() => createDailyBytes(options, () => undefined))
  one?.add(0, 2_000_000)
  expect(await one?.isSpent()).toBe(false)
  other?.add(0, 1_500_000)
  expect(await other?.isSpent()).toBe(true)
})

test('of what can’t be read, the first 10 kB are kept', async () => {
  const { hook, database } = await runningBot()
  expect((await hook(JSON.stringify({ text: 'x'.repeat(500_000) }))).status).toBe(200)
  expect((await hook(JSON.stringify({ rows: Array.from({ length: 100_000 }, () => ({})) }))).status).toBe(200)
  expect((await eventRows(database)).map(({ state, body }) => [state, body.length])).toEqual([
    ['aside', 10_000],
    ['aside', 10_000],
  ])
})

test.each([
  ['a byte order mark', (event: object) => `\uFEFF${JSON.stringify(event)}`],
  ['an event_id that is text', (event: object) => JSON.stringify({ ...event, event_id: '7' })],
  [
    'no author and no text',
    (event: object) => JSON.stringify(event).replace(/"message_plain":"[^"]*"/, '"message_plain":null'),
  ],
])('with %s, a comment is shown as its record says', async (_, written) => {
  const { hook, tracker, command, slack, idle } = await runningBot()
  await command('subscribe all comments')
  const event = commentEvent(tracker.addComment({ message_plain: 'the words of the record' }))
  expect((await hook(written(event))).status).toBe(200)
  await idle()
  expect(slack.messages.map(({ text }) => text).join()).toContain('the words of the record')
})

eachEngine('ingest', (_, engine) => {
  test('of deliveries that can’t be read, the newest 1,000 are kept', async () => {
    const { bot, database } = await runningBot({ engine })
    const store = storeWebhooks(bot.deps)
    for (let from = 0; from < 1_200; from += 300) {
      const rows = Array.from({ length: 300 }, (_row, at) =>
        inboxRowFor({ odd: from + at }, `odd ${from + at}`, 5),
      )
      await database.transaction((tx) => store(tx, rows))
    }
    const kept = await eventRows(database)
    expect([kept.length, kept[0]?.body, kept.at(-1)?.body]).toEqual([1_000, 'odd 200', 'odd 1199'])
  })

  test('what was answered with 200 is there after a restart, and posted once', async () => {
    const { hook, tracker, command, slack, idle, restart } = await runningBot({ engine })
    await command('subscribe all comments')
    tracker.control.down = 'unreachable'
    const events = Array.from({ length: 50 }, (_, n) =>
      commentEvent(tracker.addComment({ message_plain: `number ${n}.` })),
    )
    const answers = await Promise.all(events.map((event) => hook(event)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    await restart()
    tracker.control.down = undefined
    await expect.poll(() => slack.messages.length, { timeout: 20_000 }).toBe(52)
    await idle()
    const texts = slack.messages.map(({ text }) => /number \d+\./.exec(text)?.[0]).filter(Boolean)
    expect(new Set(texts).size).toBe(50)
    // The card, and the message that counts what comes later.
    expect(slack.messages).toHaveLength(52)
  })
})

test('a request to /slack/events with a wrong signature, an old or a future time stamp is refused', async () => {
  const { bot, signed } = await runningBot()
  const body = eventCallback({ type: 'message', channel, user: dana, ts: '1.1', text: 'x' }, 'Ev1')
  const now = Math.floor(Date.now() / 1_000)
  expect((await signed(body, 'application/json', now - 600)).status).toBe(401)
  expect((await signed(body, 'application/json', now + 600)).status).toBe(401)
  const headers = { ...signedHeaders(body, 'application/json'), 'x-slack-signature': 'v0=00' }
  expect((await fetch(`${bot.url}/slack/events`, { method: 'POST', headers, body })).status).toBe(401)
})

test('the address itself says what runs there', async () => {
  const { bot } = await runningBot()
  const shown = await fetch(bot.url)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(await shown.text()).toContain('Onboarding for Slack runs here')
})

test('healthz says alive; readyz says ready; metrics count', async () => {
  const { bot, slack, tracker, hook } = await runningBot()
  for (const path of ['/healthz', '/readyz'])
    for (const method of ['GET', 'HEAD'])
      expect([path, (await fetch(bot.url + path, { method })).status]).toEqual([path, 200])
  await hook(commentEvent(tracker.addComment({ message_plain: 'counted' })))
  expect(await (await fetch(`${bot.url}/metrics`)).text()).toContain(
    'onboarding_events_received_total{result="new"} 1',
  )
  expect(slack.calls.length).toBeGreaterThan(0)
})

const answerTo = async (error: Error) => {
  const server = fastify()
  const hookOf = async () => {
    throw error
  }
  mountIngest(server, { hookOf, now: Date.now, metrics: createMetrics(), instance: { seen: nothingSeen() } })
  const { statusCode, headers } = await server.inject({ method: 'POST', url: '/webhooks/onboarding/secret' })
  return [statusCode, headers['retry-after']]
}

test.each([
  ['is unreachable', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
  ['has no free connection', new Error('timeout exceeded when trying to connect')],
  ['is busy', new Busy('too many writes are waiting')],
])('while the database that knows the hook %s, the sender is asked to retry', async (_, error) => {
  expect(await answerTo(error)).toEqual([503, '5'])
})

test('a database that can’t be written to is a 503 for the tracker and for Slack, who send it again', async () => {
  const { hook, slackEvent, database, tracker, root } = await botWithThread()
  await raw`pragma query_only = on`.execute(database.sql)
  const event = commentEvent(tracker.addComment({ message_plain: 'Later' }))
  const ts = `${Date.now() / 1_000}`
  const reply = { type: 'message', channel, user: dana, text: 'Later', ts, thread_ts: root.ts }
  expect((await hook(event)).status).toBe(503)
  expect((await slackEvent(reply)).status).toBe(503)
  await raw`pragma query_only = off`.execute(database.sql)
  expect((await hook(event)).status).toBe(200)
})

test('a fault of ours is a 500', async () => {
  expect(await answerTo(new TypeError('no such function'))).toEqual([500, undefined])
})
