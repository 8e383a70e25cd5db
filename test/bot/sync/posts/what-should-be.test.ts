import { randomUUID } from 'node:crypto'
import { expect, test, onTestFinished } from 'vitest'
import { engines } from '../../../support/databases.ts'
import { hurried } from '../../support/hurried.ts'
import { eventRows, postRows, skipReasons } from '../../support/rows/post-rows.ts'
import { jobRows } from '../../../support/lane-rows.ts'
import { listening, subtaskEvent } from '../../support/listening.ts'
import {
  botWithThread,
  channel,
  commentEvent,
  taskEvent,
  hookAt,
  startNode,
} from '../../support/running-bot.ts'
import { project, task } from '../../support/stand-in-tracker.ts'
import { slackAway } from '../../support/slack-away.ts'
import { isRoot } from '../../support/slack/trouble.ts'
import type { SlackCall } from '../../support/slack/stand-in-slack.ts'

/** Slack holds the first call that `isMeant` picks, until `letGo`. */
const holdFirst = (
  slack: Awaited<ReturnType<typeof listening>>['slack'],
  isMeant: (call: SlackCall) => boolean,
) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let held = 0
  slack.fault.next = async (call) => {
    if (isMeant(call) && held++ === 0) await promise
    return undefined
  }
  return { letGo: resolve, isHeld: () => held > 0 }
}

test.each(engines)('an older edit never replaces a newer one (%s)', async (engine) => {
  const { hook, idle, tracker, slack, root, database, send } = await botWithThread({ engine })
  const comment = tracker.addComment({ message_plain: 'The first wording' })
  await send(commentEvent(comment))
  const { letGo, isHeld } = holdFirst(slack, ({ method }) => method === 'chat.update')
  const handled = async () => (await eventRows(database)).filter(({ state }) => state === 'handled').length
  for (const [at, words] of ['second', 'third', 'last'].entries()) {
    const edited = {
      ...comment,
      message_plain: `The ${words} wording`,
      edited_at: `2026-11-21T11:0${at}:00Z`,
    }
    tracker.comments.set(comment.uuid, edited)
    const before = await handled()
    await hook(commentEvent(edited, 'comment_updated'))
    await expect.poll(handled).toBe(before + 1)
    await expect.poll(isHeld).toBe(true)
  }
  // One job is at work for the comment, and one waits for the card that quotes it, however often they change.
  await expect.poll(() => jobRows(database, { kind: 'post', state: 'waiting' })).toHaveLength(2)
  letGo()
  await idle()
  expect(slack.thread(root.ts).at(-1)).toContain('The last wording')
  const updates = slack.made('chat.update').filter(({ text }) => !String(text).startsWith('Task '))
  const shown = updates.map(({ text }) => /The (\w+) wording/.exec(String(text))?.[1])
  expect(shown).toEqual(['second', 'last'])
})

for (const engine of engines)
  test(`what is deleted before it is posted is never posted, and what is deleted meanwhile is taken back (${engine})`, async () => {
    const { goAway, customerSays, comeBack, said, database, deletes } = await slackAway({ engine })
    const there = await customerSays('It was there')
    goAway()
    const slip = await customerSays('A slip')
    await customerSays('It stays')
    await deletes(there)
    await deletes(slip)
    await comeBack(said, ['↳ Casey Jones, Acme Corp: It stays'])
    expect(await skipReasons(database)).toEqual(['the comment was deleted before it was posted'])
  })

test.each([
  ['stands in Slack: it is taken back', true, 'was deleted in the tracker'],
  ['is not there: it is not posted', false, undefined],
])('a comment that is deleted while its call has no answer and %s', async (_, worked, said) => {
  const { options, passing } = hurried()
  const { hook, idle, tracker, slack, root } = await botWithThread(options)
  slack.answers('chat.postMessage', { status: 500, ...(worked && { lost: true }) }, 1)
  const before = slack.made('chat.postMessage').length
  const slip = tracker.addComment({ message_plain: 'A slip' })
  await hook(commentEvent(slip))
  await expect.poll(() => slack.made('chat.postMessage')).toHaveLength(before + 1)
  tracker.comments.delete(slip.uuid)
  await hook(commentEvent(slip, 'comment_deleted'))
  await hook(commentEvent(tracker.addComment({ message_plain: 'And the next' })))
  const lines = () => slack.thread(root.ts).slice(1)
  await expect.poll(passing(idle, () => lines().at(-1))).toContain('And the next')
  expect(lines()[0]).toContain(said ?? 'And the next')
  expect(lines()).toHaveLength(said === undefined ? 1 : 2)
})

for (const engine of engines)
  test(`a burst whose count grows while it is posted says the last count (${engine})`, async () => {
    const { hook, idle, slack, database } = await listening({ burstSize: 1, engine })
    const { letGo, isHeld } = holdFirst(slack, ({ args }) => String(args['text']).includes('Changed in'))
    const handled = async () => (await eventRows(database)).filter(({ state }) => state === 'handled').length
    for (const name of ['a', 'b', 'c', 'd']) {
      const before = await handled()
      await hook(subtaskEvent('subtask_completed', { uuid: name, name: `Step ${name}` }))
      await expect.poll(handled).toBe(before + 1)
      if (name !== 'a') await expect.poll(isHeld).toBe(true)
    }
    letGo()
    await idle()
    const bursts = slack.messages.filter(({ text }) => text.includes('Changed in'))
    expect(bursts.map(({ text }) => text)).toEqual([
      expect.stringContaining('3 subtasks completed or answered'),
    ])
    expect(slack.messages.filter(({ text }) => text.includes('Step'))).toHaveLength(1)
  })

for (const engine of engines)
  test(`a card that only a child needs is posted with it, once, as the task is by then (${engine})`, async () => {
    const { send, changeTask, slack, tracker } = await listening({ engine })
    await send(taskEvent('task_created'))
    for (const status of ['Planned', 'Blocked']) {
      changeTask({ status })
      await send(taskEvent('task_updated'))
    }
    expect(slack.messages).toEqual([])
    const { letGo, isHeld } = holdFirst(slack, ({ method }) => method === 'chat.postMessage')
    const posted = send(commentEvent(tracker.addComment({ message_plain: 'Anybody?' })))
    await expect.poll(isHeld).toBe(true)
    expect(slack.made('chat.postMessage')[0]?.['text']).toContain('Blocked')
    changeTask({ status: 'Nearly done' })
    const changed = send(taskEvent('task_updated'))
    letGo()
    await Promise.all([posted, changed])
    const [card, ...more] = slack.roots(channel)
    expect(more).toEqual([])
    expect(card?.text).toContain('Nearly done')
    expect(slack.thread(card?.ts)).toEqual([expect.stringContaining('Anybody?')])
  })

for (const engine of engines)
  test(`a burst is one message that counts, while comments appear one by one (${engine})`, async () => {
    const { send, slack, tracker } = await listening({ burstSize: 3, engine })
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const completed = (name: string) =>
      subtaskEvent('subtask_completed', { uuid: name, name: `Step ${name}` })
    await send(...names.map(completed))
    const bursts = () => slack.messages.filter(({ text }) => text.includes('Changed in'))
    expect(slack.messages.filter(({ text }) => text.includes('Step'))).toHaveLength(3)
    expect(bursts().map(({ text }) => text)).toEqual([
      expect.stringContaining('3 subtasks completed or answered'),
    ])
    await send(commentEvent(tracker.addComment({ message_plain: 'Still here?' })))
    expect(slack.messages.at(-1)?.text).toContain('Still here?')
    expect(bursts()).toHaveLength(1)
  })

test.each(engines)(
  'completions in the channel itself: from the second on, one message that grows by their names (%s)',
  async (engine) => {
    const { send, slack, tracker } = await listening({ engine })
    const names = ['Kick-off', 'Contract', 'Data export', 'Security review', 'Go-live']
    for (const name of names) {
      const uuid = randomUUID()
      tracker.tasks.set(uuid, { ...task, uuid, name, status: 'Completed' })
      await send(taskEvent('task_completed', { uuid, name, completed_by_name: 'Casey Jones' }))
    }
    const [first, grown, ...more] = slack.messages.map(({ text }) =>
      text.replaceAll(/<[^|>]*\|([^>]*)>/g, '$1'),
    )
    expect(more).toEqual([])
    expect(first).toContain('Kick-off completed by Casey Jones')
    expect(grown).toBe(
      [`✅ Completed in ${project.name}`, ...names.slice(1).map((name) => `• ${name}, by Casey Jones`)].join(
        '\n',
      ),
    )
    expect(JSON.stringify(slack.messages)).not.toContain('mute_updates')
  },
)

/** What a task's thread says, in the order in which Slack got it. */
const saidIn = (slack: Awaited<ReturnType<typeof listening>>['slack'], task: string) => {
  const root = slack.roots(channel).find(({ text }) => text.includes(task))
  return slack.thread(root?.ts).map((text) => /(?:flood|answer) \d+/.exec(text)?.[0])
}

test.each(engines)(
  'many comments of one author are counted by one message, come in order, and delay no other project (%s)',
  async (engine) => {
    const { hook, idle, confirmed, slack, tracker, database } = await listening({ engine })
    const other = { uuid: '77777777-7777-4777-8777-777777777777', name: 'Globex – Rollout' }
    tracker.projects.push({ ...project, ...other })
    const [first, second, elsewhere] = ['First task', 'Second task', 'Elsewhere'].map((name) => {
      const uuid = randomUUID()
      const place = name === 'Elsewhere' ? { project: other } : {}
      tracker.tasks.set(uuid, { ...task, uuid, name, ...place })
      return uuid
    })
    await confirmed(`subscribe "${other.name}"`)
    const { letGo } = holdFirst(slack, ({ method }) => method === 'chat.postMessage')
    const writes = (message_plain: string, on: string | undefined, facts: object = {}) =>
      hook(commentEvent(tracker.addComment({ message_plain, associated_object_uuid: on ?? '', ...facts })))
    for (let n = 0; n < 24; n += 1) await writes(`flood ${n}`, n % 2 === 0 ? first : second)
    const author = { created_by_name: 'Lee Wong', created_by_uuid: randomUUID() }
    await writes('answer 1', first, author)
    const handled = async () => (await eventRows(database)).filter(({ state }) => state === 'handled').length
    await expect.poll(handled, { timeout: 20_000 }).toBe(25)
    await writes('other project', elsewhere, { ...author, parent_object_uuid: other.uuid })
    await expect.poll(handled, { timeout: 20_000 }).toBe(26)
    letGo()
    await idle()
    const said = slack.messages.map(({ text }) => text)
    // Cards and the count take turns, too.
    expect(said.findIndex((text) => text.includes('other project'))).toBeLessThan(10)
    const counts = said.filter((text) => text.includes('more comments within a minute'))
    expect(counts).toEqual([expect.stringContaining('Casey Jones, Acme Corp wrote 14 more comments')])
    const flood = (parity: number) => Array.from({ length: 12 }, (_, n) => `flood ${2 * n + parity}`)
    expect(saidIn(slack, 'First task')).toEqual([...flood(0), 'answer 1'])
    expect(saidIn(slack, 'Second task')).toEqual(flood(1))
  },
)

test('a burst ends with its minute: the next change is a line again', async () => {
  let now = Date.parse('2026-11-21T10:00:00Z')
  const { send, slack } = await listening({ burstSize: 1, now: () => now })
  const completed = (name: string) => subtaskEvent('subtask_completed', { uuid: name, name: `Step ${name}` })
  await send(completed('a'), completed('b'))
  now += 61_000
  await send(completed('c'))
  const texts = slack.messages.map(({ text }) => /Step \w|Changed in/.exec(text)?.[0]).filter(Boolean)
  expect(texts).toEqual(['Step a', 'Changed in', 'Step c'])
})

test('two nodes on one PostgreSQL: deliveries to either are posted once, in order', async () => {
  const first = await botWithThread({ engine: 'postgres' })
  const { slack, tracker, hook, root } = first
  const { bot: second, close } = await startNode(first)
  onTestFinished(close)
  const toSecond = (body: unknown) => hookAt(second.url, body)

  const texts = Array.from({ length: 30 }, (_, n) => `number ${n}.`)
  for (const [n, text] of texts.entries()) {
    const event = commentEvent(tracker.addComment({ message_plain: text }))
    // A slow receiver's sender repeats itself, and a load balancer sends it to the other node.
    const [one, other] = n % 2 === 0 ? [hook, toSecond] : [toSecond, hook]
    expect((await one(event)).status).toBe(200)
    expect((await other(event)).status).toBe(200)
  }
  await expect.poll(() => slack.thread(root.ts).length, { timeout: 20_000 }).toBe(31)
  await first.idle()
  await second.lanes.idle()
  const posted = slack.thread(root.ts).slice(1)
  expect(posted.map((text) => /number \d+\./.exec(text)?.[0])).toEqual(texts)
})

test('a card that Slack had taken without an answer shows what changed meanwhile, and every later change', async () => {
  const bot = await listening()
  let left = 1
  bot.slack.fault.next = (call) => (isRoot(call) && left-- > 0 ? { status: 503, lost: true } : undefined)
  await bot.customerSays('Which day?')
  const card = () => bot.slack.roots(channel).at(-1)?.text
  await expect.poll(() => postRows(bot.database, { state: 'posted' })).toHaveLength(2)
  for (const name of ['Kick-off, moved', 'Kick-off, moved again']) {
    bot.changeTask({ name })
    await bot.send(taskEvent('task_updated'))
    expect(card()).toContain(name)
  }
})
