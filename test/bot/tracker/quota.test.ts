import { expect, onTestFinished, test } from 'vitest'
import type { NewBotJob } from '../../../src/bot/store/payloads.ts'
import { createClient } from '../../../src/client/client.ts'
import { createPacer } from '../../../src/client/pacer.ts'
import { botWithThread, channel, commentEvent, dana, startNode } from '../support/running-bot.ts'
import { standInTracker, taskUuid } from '../support/stand-in-tracker.ts'
import { trackerOverHttp } from '../support/tracker-over-http.ts'
import { jobRows, nothingRuns } from '../../support/lane-rows.ts'
import { receiveAll } from '../support/rows/subscription-rows.ts'
import { by } from '../support/acts.ts'

const dayMs = 86_400_000
/** A bot with the real client, before a tracker over HTTP whose quota can run out; its clock can be put on. */
const metered = async (engine: 'sqlite' | 'postgres' = 'sqlite') => {
  const clock = { ahead: 0 }
  const now = () => Date.now() + clock.ahead
  const tracker = standInTracker()
  const server = await trackerOverHttp(tracker)
  onTestFinished(() => server.close())
  /** The client of a node, with a stop of its own. */
  const clientOf = () => {
    const client = createClient({ baseUrl: server.url, apiKey: 'key', now, pacer: createPacer({ gapMs: 0 }) })
    onTestFinished(() => client[Symbol.asyncDispose]())
    return { api: client, watch: client.watch, quota: client.quota }
  }
  const running = await botWithThread({ ...clientOf(), now, engine, tracker, pendingReactionMs: 0 })
  /** So much of the quota is left as nothing. */
  const runOut = () => (tracker.control.down = 'quota')
  const raised = () => (tracker.control.down = undefined)
  const direct = (user: string) => running.slack.roots(user).map(({ text }) => text)
  const again = () => running.restart().then(() => running)
  return { ...running, again, now, clock, clientOf, runOut, raised, direct }
}

const [pending, done] = [['hourglass_flowing_sand'], ['white_check_mark']]

test('at the end of the quota writing stops, everything is kept, admins hear of it once, and status says so', async () => {
  const { say, slack, runOut, direct, command, until } = await metered()
  runOut()
  const first = await say('one')
  await until(() => expect(direct(dana)).toHaveLength(1))
  const second = await say('two')
  await until(() => expect(slack.reactions(second.ts)).toEqual(pending))
  expect(slack.reactions(first.ts)).toEqual(pending)
  expect(direct(dana)[0]).toMatch(
    /^The tracker’s monthly API quota is used up, so the app can’t read from it or write to it\.\nNothing is lost\. Replies and events wait in order and continue on \w+ 1 \(UTC\)\.\n/,
  )
  const { text } = await command('status')
  expect(text).toContain('Stopped by the tracker’s monthly quota since')
  expect(text).toContain('2 comments')
  expect((await command('projects')).text).toContain('quota')
  expect(direct(dana)).toHaveLength(1)
})

test('admins hear of it after an outage of Slack, too', async () => {
  const { say, runOut, direct, slack, until, again } = await metered()
  await say('zero')
  const { bot } = await again()
  const asked = slack.made('users.list').length
  slack.answers('users.list', { status: 503 })
  runOut()
  await say('one')
  await until(() => expect(slack.made('users.list').length).toBeGreaterThan(asked))
  expect(direct(dana)).toEqual([])
  slack.fault.next = undefined
  await bot.deps.lanes.resume('quota', 'tell')
  await until(() => expect(direct(dana)).toHaveLength(1))
})

test('without the scope to list people nobody is told, and nothing waits for it', async () => {
  const { bot, say, runOut, direct, slack, until } = await metered()
  slack.refuses('users.list', 'missing_scope')
  runOut()
  await say('one')
  await until(() => expect(slack.made('users.list').length).toBeGreaterThan(0))
  await until(async () => {
    const counts = await bot.deps.lanes.counts()
    expect(counts.find(({ kind }) => kind === 'quota')?.waiting ?? 0).toBe(0)
  })
  expect(direct(dana)).toEqual([])
})

test('Resume now is for admins; the waiting replies then go, in order', async () => {
  const { say, slack, runOut, raised, direct, presses, until, tracker, idle } = await metered()
  runOut()
  const said = []
  for (const text of ['one', 'two', 'three']) said.push(await say(text))
  await until(() => expect(direct(dana)).toHaveLength(1))
  raised()
  await presses('resume_quota', '', by('U0LEE'))
  // A stand-in's button has no response URL of its own: what was said to Lee is seen by nothing having moved.
  await until(() => expect(slack.made('users.info').some(({ user }) => user === 'U0LEE')).toBe(true))
  expect(tracker.attempts).toEqual([])
  await presses('resume_quota', '')
  for (const { ts } of said) await until(() => expect(slack.reactions(ts)).toEqual(done))
  await idle()
  expect(tracker.asked()).toEqual(['one', 'two', 'three'].map((text) => `Dana Smith (Slack): ${text}`))
})

test('Resume now wakes what asks the tracker at times of its own, too', async () => {
  const { bot, database, runOut, raised, direct, presses, until } = await metered()
  const job: NewBotJob = { kind: 'reconcile', lane: 'now', payload: { day: '2026-01-01' } }
  const states = async () => (await jobRows(database, { lane: '1:reconcile:now' })).map(({ state }) => state)
  await receiveAll(database)
  runOut()
  await database.transaction((tx) => bot.deps.lanes.enqueue(tx, [job]))
  await until(() => expect(direct(dana)).toHaveLength(1))
  expect(await states()).toEqual(['waiting'])
  raised()
  await presses('resume_quota', '')
  await until(async () => expect(await states()).toEqual(['done']))
})

test('when the month turns, what waits goes on by itself', async () => {
  const { say, slack, runOut, raised, direct, clock, until } = await metered()
  runOut()
  const { ts } = await say('one')
  await until(() => expect(direct(dana)).toHaveLength(1))
  raised()
  clock.ahead = 32 * dayMs
  await until(() => expect(slack.reactions(ts)).toEqual(done))
})

test('two nodes: one message a month, and after Resume now on one, the other tries again within ten minutes', async () => {
  const first = await metered('postgres')
  const second = await startNode(first, { ...first.clientOf(), now: first.now })
  onTestFinished(second.close)
  const ask = () => second.bot.deps.api.listProjects({})
  first.runOut()
  const { ts } = await first.say('one')
  await first.until(() => expect(first.direct(dana)).toHaveLength(1))
  await expect(ask()).rejects.toMatchObject({ kind: 'quota' })
  first.raised()
  await first.presses('resume_quota', '')
  await expect(ask()).rejects.toMatchObject({ kind: 'quota' })
  await nothingRuns(first.database, first.now)
  first.clock.ahead = 11 * 60_000
  await expect(ask()).resolves.toBeDefined()
  await first.until(() => expect(first.slack.reactions(ts)).toEqual(done))
  expect(first.direct(dana)).toHaveLength(1)
})

test('events that come meanwhile are acknowledged and posted afterwards, in order', async () => {
  const { hook, tracker, runOut, raised, presses, slack, root, direct, until } = await metered()
  const comments = ['first', 'second'].map((text) => tracker.addComment({ message_plain: text }))
  runOut()
  for (const comment of comments) expect((await hook(commentEvent(comment))).status).toBe(200)
  await until(() => expect(direct(dana)).toHaveLength(1))
  raised()
  await presses('resume_quota', '')
  await until(() => expect(slack.thread(root.ts)).toHaveLength(3))
  expect(slack.thread(root.ts).slice(1)).toEqual([
    'Casey Jones, Acme Corp: first',
    'Casey Jones, Acme Corp: second',
  ])
  expect(slack.roots(channel)).toHaveLength(1)
})

test('a key that the tracker refuses stops the writing: it is said, readiness fails, and nothing is lost', async () => {
  const { bot, command, say, slack, tracker, until } = await botWithThread({ pendingReactionMs: 0 })
  tracker.control.down = 'unauthorized'
  const { ts } = await say('We start on Monday')
  await until(() => expect(slack.reactions(ts)).toEqual(pending))
  // ⏳ may come before the tracker's answer.
  await until(async () => {
    const ready = await fetch(`${bot.url}/readyz`)
    expect(await ready.text()).toContain('rejected ONBOARDING_API_KEY')
    expect(ready.status).toBe(503)
  })
  expect((await command('projects')).text).toMatch(/key/)
  expect(tracker.attempts).toEqual([])

  tracker.control.down = undefined
  await bot.deps.lanes.resume('reply', taskUuid)
  await until(() => expect(slack.reactions(ts)).toEqual(done))
  expect(tracker.attempts).toHaveLength(1)
})
