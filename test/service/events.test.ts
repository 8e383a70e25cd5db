import { describe, expect, test } from 'vitest'
import { begin, engines, receiver, subscribe, treeOf, taskNamed } from './harness.ts'
import { eventNames } from '../../src/contract/event.ts'
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

test('[CHOICE-89] playbooks, data fields, people and accounts change without an event', async () => {
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
  const { uuid } = await taskNamed(story, story.service.demo.projectUuid, 'Map the fields')
  await story.call('POST', `/v1/tasks/${uuid}/comments`, { message_plain: 'x' })
  expect((await hook.until(1)).map(({ event_name }) => event_name)).toEqual(['comment_new'])
})
