import { expect, test } from 'vitest'
import type { Notice } from '../../../../src/bot/answers/notify.ts'
import { trackerSlow } from '../../../../src/bot/answers/messages/try-again.ts'
import type { NewBotJob } from '../../../../src/bot/store/payloads.ts'
import { scheduleDaily } from '../../../../src/bot/features/daily/plan-by-clock.ts'
import { eachEngine } from '../../../support/databases.ts'
import { countStatements } from '../../../support/count-statements.ts'
import { botWithThread, commentEvent, projectEvent, taskEvent } from '../../support/running-bot.ts'
import { jobRows, laneRows } from '../../../support/lane-rows.ts'
import { eventRows, postRows, replyRows, storeOddEvent } from '../../support/rows/post-rows.ts'
import { knownComments } from '../../support/rows/known-rows.ts'
import { twoInstallations } from '../../support/two-installations.ts'

const dayMs = 86_400_000

eachEngine('retention', (_fresh, engine) => {
  test('once a day what is over and old enough loses its words; threads, edits and echoes go on', async () => {
    const clock = { ahead: 0 }
    const running = await botWithThread({ engine, now: () => Date.now() + clock.ahead })
    const { idle, hook, tracker, slack, root, database, comment, until, edits, deletes, send, says } = running
    await says('In the tracker')
    const reply = tracker.newest()
    await hook(projectEvent('project_updated'))
    for (const status of ['In progress', 'Not started', 'In progress'])
      await hook(taskEvent('task_updated', { status }))
    await idle()
    tracker.control.onCreate = () => ({ fails: 'invalid', message: 'No.' })
    await says('Refused, and to be tried again')
    await storeOddEvent(database)

    const notice: Notice = { op: 'direct', user: 'U0LEE', message: trackerSlow() }
    const once: NewBotJob = {
      kind: 'notify',
      lane: 'x',
      payload: { channel: 'C1', ts: '1', notice },
      uniqueKey: 'told-once',
    }
    await database.transaction((tx) => running.bot.deps.lanes.enqueue(tx, [once]))
    await idle()

    clock.ahead = 200 * dayMs
    await until(async () => {
      expect(await jobRows(database, { kind: 'retention', state: 'done' })).toHaveLength(1)
    })
    await idle()

    expect((await eventRows(database)).map(({ event_name: name, body }) => [name, body === ''])).toEqual([
      ['comment_new', true],
      // The newest of its project: /onboard set finds field uuids in it.
      ['project_updated', false],
      ['task_updated', true],
      ['task_updated', true],
      ['task_updated', true],
      // One that could not be read is gone.
    ])
    const texts = async () => new Set((await knownComments(database)).map(({ text }) => text))
    expect(await texts()).toEqual(new Set(['(no longer kept)']))
    const replies = await replyRows(database)
    expect(replies.map(({ state, text }) => ({ state, text }))).toEqual([
      { state: 'done', text: '(no longer kept)' },
      { state: 'refused', text: 'Refused, and to be tried again' },
    ])
    const [words] = await postRows(database, { kind: 'comment' })
    expect(JSON.parse(words?.facts ?? '')).toEqual({
      authorName: 'Casey Jones, Acme Corp',
      cleared: true,
    })
    const done = await jobRows(database, { state: 'done' })
    // Without those of now: what the card quotes is gone.
    const old = done.filter(({ created_at: at }) => at < Date.now() + dayMs)
    const jobs = old.map(({ kind, unique_key: key }) => [kind, key])
    expect(jobs.filter(([kind]) => ['event', 'post', 'notify', 'reply'].includes(kind ?? ''))).toEqual([
      ['notify', 'told-once'],
    ])
    // A lane a message: they would grow for ever.
    expect((await laneRows(database, { kind: 'notify' })).map(({ lane }) => lane)).toEqual(['1:notify:x'])
    // What is told once is known by its key; its words are gone.
    const [told, ...more] = await jobRows(database, { unique_key: 'told-once' })
    expect([told?.payload, more]).toEqual(['{}', []])

    // What was said long ago is still edited, struck out, answered, and known as our own.
    await edits(comment, 'Where do we begin?')
    await send(commentEvent(reply))
    expect(slack.thread(root.ts)).toEqual(['Casey Jones, Acme Corp: Where do we begin?'])
    await deletes(comment)
    expect(await texts()).toContain('')
    tracker.control.onCreate = () => 'works'
    const late = await says('Two hundred days later')
    expect(slack.thread(root.ts)[0]).toContain('Casey Jones')
    expect(slack.reactions(late.ts)).toEqual(['white_check_mark'])
  })
})

test('the hook is not subscribed again because its jobs are old', async () => {
  const clock = { ahead: 0 }
  const hooks: unknown[] = []
  const running = await botWithThread({
    subscribe: 'auto',
    publicUrl: 'https://bot.example',
    now: () => Date.now() + clock.ahead,
  })
  Object.assign(running.tracker.api, { createWebhook: async (hook: unknown) => void hooks.push(hook) })
  await running.idle()
  clock.ahead = 200 * dayMs
  await running.until(async () => {
    expect(await jobRows(running.database, { kind: 'retention', state: 'done' })).toHaveLength(1)
  })
  hooks.length = 0
  await running.restart()
  await running.idle()
  expect(hooks).toEqual([])
})

test('of several workspaces, one a day clears the queue of all', async () => {
  const clock = { ahead: 0 }
  const two = await twoInstallations({ now: () => Date.now() + clock.ahead })
  const there = await two.depsThere()
  await there.database.transaction((tx) => scheduleDaily(there, tx, 'retention'))
  const counted = countStatements('sqlite')
  for (const day of [1, 2]) {
    clock.ahead += dayMs
    await two.until(async () => {
      expect(await jobRows(two.database, { kind: 'retention', state: 'done' })).toHaveLength(2 * day)
    })
    expect(counted.searchesForIdleLanes()).toBe(day)
  }
})
