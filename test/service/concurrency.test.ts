import { describe, expect, test } from 'vitest'
import {
  begin,
  created,
  engines,
  listAt,
  receiver,
  subscribe,
  taskNamed,
  treeOf,
  wish,
  demoTask,
} from './harness.ts'
import { holdOrganizations } from './support/database.ts'

describe.each(engines)('many at once on %s', (engine) => {
  test('creations that arrive together each make one whole project and one event', async () => {
    const story = await begin(engine)
    const hook = await receiver()
    await subscribe(story, hook.url, 'project_created')
    const names = Array.from({ length: 40 }, (_, at) => `Project ${at}`)
    const answers = await Promise.all(
      names.map((name) => story.call('POST', '/v1/projects', wish(story, { name }))),
    )
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200))
    const events = await hook.until(names.length)
    expect(new Set(events.map(({ object_name }) => object_name))).toEqual(new Set(names))
    const uuids = answers.map(({ body }) => String((body.data ?? {})['uuid']))
    const trees = await Promise.all(uuids.map((uuid) => treeOf(story, uuid)))
    for (const { modules } of trees) expect(modules.flatMap(({ tasks }) => tasks)).toHaveLength(14)
  })

  test('the last two subtasks completed at the same moment complete their task once', async () => {
    const story = await begin(engine)
    const hook = await receiver()
    await subscribe(story, hook.url, 'task_completed', 'subtask_completed', 'comment_new')
    const project = await created(story)
    const { subtasks, uuid } = await taskNamed(story, project, 'Hold the kickoff call')
    const app = story.as('dana@vendor.example')
    await Promise.all(subtasks.map((one) => app('PATCH', `/subtasks/${one.uuid}`, { status: 'Completed' })))
    await app('POST', `/tasks/${uuid}/comments`, { message_plain: 'the end' })
    const names = (await hook.until(5)).map(({ event_name }) => event_name)
    expect(names).toEqual([
      'subtask_completed',
      'subtask_completed',
      'subtask_completed',
      'task_completed',
      'comment_new',
    ])
  })

  test('writers of the same data fields in opposite orders are all answered', async () => {
    const story = await begin(engine)
    const project = await created(story)
    const { body } = await story.call('PUT', `/v1/projects/${project}/datafield-values`, {})
    const uuids = listAt(body, 'data.datafield_values').map(({ uuid }) => String(uuid))
    const write = (at: number) => {
      const order = at % 2 === 0 ? uuids : uuids.toReversed()
      const updates = Object.fromEntries(order.map((uuid) => [uuid, null]))
      return story.call('POST', '/v1/datafield-values', { updates, dry_run: false })
    }
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => write(at)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  })

  test('comments of many arrive in the order in which they were made, each once', async () => {
    const story = await begin(engine)
    const hook = await receiver()
    await subscribe(story, hook.url, 'comment_new')
    const task = await demoTask(story)
    const people = ['dana@vendor.example', 'lee@vendor.example', 'casey@acme.example']
    const say = async (email: string) => {
      for (let at = 0; at < 10; at += 1)
        await story.as(email)('POST', `/tasks/${task.uuid}/comments`, { message_plain: `${email} ${at}` })
    }
    await Promise.all(people.map(say))
    const events = await hook.until(30)
    const texts = events.map(({ payload }) => String(payload['comment']?.['message_plain']))
    for (const email of people) {
      const own = texts.filter((text) => text.startsWith(email))
      expect(own).toEqual(Array.from({ length: 10 }, (_, at) => `${email} ${at}`))
    }
    const times = events.map(({ timestamp }) => timestamp)
    expect(times).toEqual([...times].sort())
  })
})

test('a crowd waits; who gets no connection in time is told that nothing was done', async () => {
  const story = await begin('postgres')
  const task = await demoTask(story)
  const release = await holdOrganizations(story)
  const say = (at: number) =>
    story.call('POST', `/v1/tasks/${task.uuid}/comments`, { message_plain: `held ${at}` })
  const held = Array.from({ length: 30 }, (_, at) => say(at))
  const first = await Promise.race(held)
  expect([first.status, first.body.message]).toEqual([
    503,
    'The service is busy, and your request was not processed. Try again.',
  ])
  await release()
  const answers = await Promise.all(held)
  const done = answers.filter(({ status }) => status === 200).length
  expect(done).toBeGreaterThan(0)
  expect(answers.filter(({ status }) => status === 503)).toHaveLength(30 - done)
  const { comments } = await demoTask(story)
  expect(comments.filter(({ message_plain: text }) => text.startsWith('held'))).toHaveLength(done)
})
