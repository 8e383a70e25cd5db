import { describe, expect, test } from 'vitest'
import { begin, engines, receiver, subscribe, treeOf, say, type Receiver } from './harness.ts'
import { eventNames } from '../../src/contract/event.ts'
import { filesBelow, read } from '../support/files.ts'
import { pageBrowser } from './pages/page-browser.ts'

const dana = 'dana@vendor.example'

// What fires each event, and with what, is in conformance/sections.
describe.each(engines)('events on %s', (engine) => {
  test('a task that is added lowers the progress of its module, and its deletion tells of the project after it', async () => {
    const story = await begin(engine)
    const app = story.as(dana)
    const { modules } = await treeOf(story, story.service.demo.projectUuid)
    const kickoff = modules[0]
    for (const { uuid } of kickoff?.tasks ?? []) await app('PATCH', `/tasks/${uuid}`, { status: 'Completed' })
    const progress = () =>
      treeOf(story, story.service.demo.projectUuid).then(({ project }) => project['percentage'])
    const before = String(await progress())
    const hook = await receiver()
    await subscribe(story, hook.url, 'task_created', 'task_deleted', 'module_updated')
    const { body } = await app('POST', '/tasks', { module_uuid: kickoff?.uuid, name: 'Late' })
    await app('DELETE', `/tasks/${String((body.data ?? {})['uuid'])}`)
    const events = await hook.until(4)
    const progressAt = (at: number) => events[at]?.payload['module']?.['completion_progress']
    expect(events.map(({ event_name }) => event_name)).toEqual([
      'task_created',
      'module_updated',
      'task_deleted',
      'module_updated',
    ])
    expect([progressAt(1), progressAt(3)]).toEqual(['50', '66'])
    expect(events[2]?.payload['project_completed_percentage']).toBe(before)
  })

  test('an archived module takes no task', async () => {
    const story = await begin(engine)
    const app = story.as(dana)
    const { modules } = await treeOf(story, story.service.demo.projectUuid)
    const module_uuid = modules[0]?.uuid
    await app('PATCH', `/modules/${module_uuid}`, { is_archived: true })
    const { status, body } = await app('POST', '/tasks', { module_uuid, name: 'Late' })
    const message = 'This module is archived. Unarchive it first, or choose another one.'
    expect([status, body.errors]).toEqual([422, [{ field: 'module_uuid', message }]])
  })
})

test('a change announces each event', () => {
  const changes = filesBelow('src/service/changes', /\.ts$/).map(read).join()
  const silent = eventNames.filter((name) => !changes.includes(`'${name}'`))
  expect(silent, 'events that nothing in src/service/changes announces').toEqual([])
})

test('playbooks, data fields, people and accounts change without an event', async () => {
  const story = await begin('sqlite')
  const hook = await receiver()
  await subscribe(story, hook.url, ...eventNames)
  const { post } = pageBrowser(story)
  const nora = { first_name: 'Nora', last_name: 'Ek', email: 'nora@vendor.example', role: 'Vendor User' }
  for (const [path, form] of [
    ['/data-fields', { name: 'Plan', object_type: 'PROJECT', kind: 'text', choices: '' }],
    ['/people/users', nora],
    ['/people/accounts', { name: 'Hooli' }],
    [`/playbooks/${story.service.demo.playbooks.published}/version`, {}],
  ] as const)
    expect([path, (await post(path, form)).status]).toEqual([path, 303])
  // Deliveries come in order: what comes first is all there was.
  await say(story, 'x')
  expect((await hook.until(1)).map(({ event_name }) => event_name)).toEqual(['comment_new'])
})

const noon = Date.UTC(2026, 10, 23, 12)
const minute = 60_000

/** When each of these comments was made, in order. A restart can deliver one again. */
const timesAt = async ({ arrived }: Receiver, count: number) => {
  const times = () =>
    new Map(
      arrived.map(({ payload, timestamp }) => [payload['comment']?.['uuid'], Date.parse(timestamp) - noon]),
    )
  await expect.poll(() => times().size).toBe(count)
  return [...times().values()]
}

describe.each(engines)('the times of events on %s', (engine) => {
  test('go on after a restart, and after a clock was put back a little', async () => {
    const clock = { at: noon }
    const now = () => clock.at
    const first = await begin(engine, { now })
    const hook = await receiver()
    await subscribe(first, hook.url, 'comment_new')
    const { databaseUrl } = first
    await say(first, 'One', 'Two')
    await timesAt(hook, 2)
    await first.stop()
    const second = await begin(engine, { now, databaseUrl })
    await say(second, 'Done.')
    clock.at = noon - minute / 2
    await say(second, 'Done.')
    clock.at = noon + minute
    await say(second, 'Done.')
    const [start = 0, ...times] = await timesAt(hook, 5)
    expect(times).toEqual([start + 1, start + 2, start + 3, minute])
  })

  test('follow a clock that was put back an hour', async () => {
    const clock = { at: noon + 60 * minute }
    const story = await begin(engine, { now: () => clock.at })
    const hook = await receiver()
    await subscribe(story, hook.url, 'comment_new')
    await say(story, 'One')
    clock.at = noon
    await say(story, 'Two', 'Three')
    expect((await timesAt(hook, 3)).slice(1)).toEqual([0, 1])
  })
})

test('the times of events of two nodes only grow, whatever their clocks say', async () => {
  const ahead = await begin('postgres', { now: () => noon + 5_000 })
  const { databaseUrl } = ahead
  const behind = await begin('postgres', { now: () => noon, databaseUrl })
  const hook = await receiver()
  await subscribe(ahead, hook.url, 'comment_new')
  for (const story of [ahead, behind, ahead, behind]) await say(story, 'One')
  await Promise.all([ahead, behind, ahead, behind].map((story) => say(story, 'Two')))
  const times = await timesAt(hook, 8)
  const start = times[0] ?? 0
  expect(times).toEqual(times.map((_, at) => start + at))
})
