import { describe, expect, test } from 'vitest'
import { begin, engines, receiver, subscribe, treeOf } from './harness.ts'

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
