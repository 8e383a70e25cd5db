import { expect, onTestFinished, test } from 'vitest'
import type { NewBotJob } from '../../../src/bot/payloads.ts'
import { createClient } from '../../../src/client/client.ts'
import { createPacer } from '../../../src/client/pacer.ts'
import type { RunningBot } from '../../../src/bot/bot.ts'
import { quotaMemory } from '../../../src/bot/store/tracker/quota.ts'
import { press } from '../support/press.ts'
import { botWithThread, channel, commentEvent, dana, startNode } from '../support/running-bot.ts'
import { standInTracker } from '../support/stand-in-tracker.ts'
import { trackerOverHttp } from '../support/tracker-over-http.ts'
import { jobRows } from '../../support/lane-rows.ts'
import { receiveAll } from '../support/subscription-rows.ts'

const dayMs = 86_400_000
type Memory = ReturnType<typeof quotaMemory>

/** Where the default tracker's quota is kept. */
const placeIn = ({ bot }: { readonly bot: RunningBot }) => {
  if (!bot.deps.tracker) throw new Error('no tracker')
  return bot.deps.tracker
}

/** A bot with the real client, before a tracker over HTTP whose quota can run out; its clock can be put on. */
const metered = async (engine: 'sqlite' | 'postgres' = 'sqlite') => {
  const clock = { ahead: 0 }
  const now = () => Date.now() + clock.ahead
  const tracker = standInTracker()
  const server = await trackerOverHttp(tracker)
  onTestFinished(() => server.close())
  /** The client of a node; its memory is the node's database, once that is open. */
  const apiOf = (memory: () => Memory | undefined) => {
    const client = createClient({
      baseUrl: server.url,
      apiKey: 'key',
      now,
      pacer: createPacer({ gapMs: 0 }),
      quotaMemory: {
        get: async () => memory()?.get(),
        set: async (standing) => memory()?.set(standing),
        clear: async () => memory()?.clear(),
      },
    })
    onTestFinished(() => client[Symbol.asyncDispose]())
    return client
  }
  const node: { memory: Memory | undefined } = { memory: undefined }
  const running = await botWithThread({
    api: apiOf(() => node.memory),
    now,
    engine,
    tracker,
    pendingSignMs: 0,
  })
  node.memory = quotaMemory(placeIn(running))
  /** So much of the quota is left as nothing. */
  const runOut = () => (tracker.control.down = 'quota')
  const raised = () => (tracker.control.down = undefined)
  const direct = (user: string) => running.slack.roots(user).map(({ text }) => text)
  const again = async () => {
    await running.restart()
    return running
  }
  return { ...running, again, now, clock, node, apiOf, runOut, raised, direct }
}

const pending = ['hourglass_flowing_sand']
const done = ['white_check_mark']

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

test('those who look after the app hear of it after an outage of Slack, and without the scope to list admins', async () => {
  const { say, runOut, direct, slack, until, again } = await metered()
  await say('zero')
  const { bot } = await again()
  const asked = slack.made('users.list').length
  slack.fault.next = ({ method }) => (method === 'users.list' ? { status: 503 } : undefined)
  runOut()
  await say('one')
  await until(() => expect(slack.made('users.list').length).toBeGreaterThan(asked))
  expect(direct(dana)).toEqual([])
  slack.fault.next = ({ method }) =>
    method === 'users.list' ? { body: { ok: false, error: 'missing_scope' } } : undefined
  await bot.deps.lanes.resume('quota', 'tell')
  await until(() => expect(direct(dana)).toHaveLength(1))
  // Dana made the subscription; that she is an admin is not known here.
  expect(direct(dana)[0]).toContain('A workspace admin can then resume in /onboard status')
})

test('Resume now is for admins; the waiting replies then go, in order', async () => {
  const { say, slack, runOut, raised, direct, signed, until, tracker, idle } = await metered()
  runOut()
  const said = []
  for (const text of ['one', 'two', 'three']) said.push(await say(text))
  await until(() => expect(direct(dana)).toHaveLength(1))
  raised()
  await press(signed, 'resume_quota', '', 'U0LEE')
  // A stand-in's button has no response URL of its own: what was said to Lee is seen by nothing having moved.
  await until(() => expect(slack.made('users.info').some(({ user }) => user === 'U0LEE')).toBe(true))
  expect(tracker.attempts).toEqual([])
  await press(signed, 'resume_quota', '')
  for (const { ts } of said) await until(() => expect(slack.reactions(ts)).toEqual(done))
  await idle()
  expect(tracker.attempts.map(({ message_plain: text }) => text)).toEqual([
    'Dana Smith (Slack): one',
    'Dana Smith (Slack): two',
    'Dana Smith (Slack): three',
  ])
})

test('Resume now wakes what asks the tracker at times of its own, too', async () => {
  const { bot, database, runOut, raised, direct, signed, until } = await metered()
  const job: NewBotJob = { kind: 'reconcile', lane: 'now', payload: { day: '2026-01-01' } }
  const states = async () => (await jobRows(database, { lane: '1:reconcile:now' })).map(({ state }) => state)
  await receiveAll(database)
  runOut()
  await database.transaction((tx) => bot.deps.lanes.enqueue(tx, [job]))
  await until(() => expect(direct(dana)).toHaveLength(1))
  expect(await states()).toEqual(['waiting'])
  raised()
  await press(signed, 'resume_quota', '')
  await until(async () => expect(await states()).toEqual(['done']))
})

test('it outlives a restart: no call is wasted on what is known', async () => {
  const running = await metered()
  const { say, runOut, raised, direct, until, tracker, slack, node } = running
  runOut()
  const { ts } = await say('one')
  await until(() => expect(direct(dana)).toHaveLength(1))
  raised()
  node.memory = undefined
  const { bot } = await running.again()
  // A new process: its client remembers nothing but what the database tells.
  node.memory = quotaMemory(placeIn({ bot }))
  await say('two')
  await until(() => expect(slack.messages.length).toBeGreaterThan(0))
  expect(await node.memory.get()).toBeDefined()
  expect(slack.reactions(ts)).toEqual(pending)
  expect(tracker.attempts).toEqual([])
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

test('two nodes: one message a month, and Resume now on either lets both go on', async () => {
  const first = await metered('postgres')
  const memory: { of: Memory | undefined } = { of: undefined }
  const api = first.apiOf(() => memory.of)
  const second = await startNode(first, { api, now: first.now })
  onTestFinished(second.close)
  memory.of = quotaMemory(placeIn(second))
  first.runOut()
  const { ts } = await first.say('one')
  await first.until(() => expect(first.direct(dana)).toHaveLength(1))
  // The other node asks nobody: it knows.
  first.raised()
  await expect(second.bot.deps.api.listProjects({})).rejects.toMatchObject({ kind: 'quota' })
  await press(first.signed, 'resume_quota', '')
  await first.until(() => expect(first.slack.reactions(ts)).toEqual(done))
  await expect(second.bot.deps.api.listProjects({})).resolves.toBeDefined()
  expect(first.direct(dana)).toHaveLength(1)
})

test('events that come meanwhile are acknowledged and posted afterwards, in order', async () => {
  const { hook, tracker, runOut, raised, signed, slack, root, direct, until } = await metered()
  const comments = ['first', 'second'].map((text) => tracker.addComment({ message_plain: text }))
  runOut()
  for (const comment of comments) expect((await hook(commentEvent(comment))).status).toBe(200)
  await until(() => expect(direct(dana)).toHaveLength(1))
  raised()
  await press(signed, 'resume_quota', '')
  await until(() => expect(slack.thread(root.ts)).toHaveLength(3))
  expect(slack.thread(root.ts).slice(1)).toEqual(['Casey Jones: first', 'Casey Jones: second'])
  expect(slack.roots(channel)).toHaveLength(1)
})
