import { describe, expect, test } from 'vitest'
import { eventNames, readEvent } from '../../src/contract/event.ts'
import { begin, created, engines, receiver, subscribe, taskNamed, treeOf } from './harness.ts'

const casey = 'casey@acme.example'
const dana = 'dana@vendor.example'

/** What every story hears: all events, at one receiver. */
const listening = async (...args: Parameters<typeof begin>) => {
  const story = await begin(...args)
  const hook = await receiver()
  await subscribe(story, hook.url, ...eventNames)
  return { story, hook, project: story.service.demo.projectUuid }
}

// What fires each event, and with what, is in conformance/sections.
describe.each(engines)('events on %s', (engine) => {
  test('completing the last subtask completes its task, and says what is next', async () => {
    const { story, hook, project } = await listening(engine)
    const team = await taskNamed(story, project, 'Tell us about your team')
    const last = team.subtasks.find(({ name }) => name === 'Preferred channel')
    const { body } = await story.as(casey)('PATCH', `/subtasks/${last?.uuid}`, {
      status: 'Completed',
      action_response: 'Slack',
    })
    expect(body.data).toMatchObject({ status: 'Completed', action_response: 'Slack' })
    const [subtask, task, module] = await hook.until(3)
    expect(subtask).toMatchObject({
      event_name: 'subtask_completed',
      payload: {
        parent_task_uuid: team.uuid,
        subtask: { status_name: 'Completed', action_response: 'Slack', answered_by_user_name: 'Casey Jones' },
      },
    })
    expect(task).toMatchObject({
      event_name: 'task_completed',
      object_name: 'Tell us about your team',
      payload: {
        project_completed_percentage: '21',
        next_task_to_complete: { name: 'Export your data' },
        task: {
          status: 'Completed',
          completed_by_name: 'Casey Jones',
          is_non_sequential: true,
          require_all_subtasks_answered: true,
          subtasks_answers: [
            { key: 'sponsor', name: 'Who is your project sponsor?', answer: 'Jordan Blake, VP Operations' },
            { key: 'users', answer: '101–500' },
            { key: 'channel', name: 'How shall we reach you?', answer: 'Slack' },
          ],
        },
      },
    })
    expect(module).toMatchObject({
      event_name: 'module_updated',
      payload: { module: { name: 'Kickoff', completion_progress: '100' } },
    })
  })

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
    const { story } = await listening(engine)
    const app = story.as(dana)
    const { modules } = await treeOf(story, story.service.demo.projectUuid)
    const module_uuid = modules[0]?.uuid
    await app('PATCH', `/modules/${module_uuid}`, { is_archived: true })
    const { status, body } = await app('POST', '/tasks', { module_uuid, name: 'Late' })
    const message = 'This module is archived. Unarchive it first, or choose another one.'
    expect([status, body.errors]).toEqual([422, [{ field: 'module_uuid', message }]])
  })

  test('the life of a project, a module, a task and a subtask is told in its order', async () => {
    const { story, hook } = await listening(engine)
    const app = story.as(dana)
    const project = await created(story)
    const { modules } = await treeOf(story, project)
    await app('PATCH', `/projects/${project}`, { description: 'New words', value: 12.5 })
    const made = await app('POST', '/tasks', { module_uuid: modules[0]?.uuid, name: 'One more' })
    const task = String((made.body.data ?? {})['uuid'])
    const sub = await app('POST', '/subtasks', { task_uuid: task, name: 'A part' })
    await app('PATCH', `/subtasks/${String((sub.body.data ?? {})['uuid'])}`, { name: 'A bigger part' })
    await app('DELETE', `/subtasks/${String((sub.body.data ?? {})['uuid'])}`)
    await app('PATCH', `/tasks/${task}`, { assignee: 'lee@vendor.example' })
    await app('DELETE', `/tasks/${task}`)
    await app('PATCH', `/modules/${modules[3]?.uuid}`, { name: 'Learning' })
    await app('PATCH', `/modules/${modules[3]?.uuid}`, { is_archived: true })
    await app('PATCH', `/projects/${project}`, { project_state: 'Completed' })
    await app('PATCH', `/projects/${project}`, { project_state: 'Archived' })
    const events = await hook.until(13)
    expect(events.map(({ event_name }) => event_name)).toEqual([
      'project_created',
      'project_updated',
      'task_created',
      'subtask_created',
      'subtask_updated',
      'subtask_deleted',
      'task_updated',
      'task_deleted',
      'module_updated',
      'module_updated',
      'module_deleted',
      'project_completed',
      'project_archived',
    ])
    expect(events.map((event) => readEvent(event).ok)).not.toContain(false)
    expect(events[11]?.payload['project']).toMatchObject({
      uuid: project,
      status: 'Completed',
      owner_name: 'Dana Smith',
      completed_by_name: 'Dana Smith',
      completion_progress: '0',
      customer_completion_progress: '0',
      project_duration: '35',
      value: 12.5,
      description: 'New words',
      account: { name: 'Globex' },
      tags: [],
      external_objects: [],
    })
  })

  test('what changes nothing announces nothing', async () => {
    const { story, hook, project } = await listening(engine)
    const app = story.as(dana)
    const task = await taskNamed(story, project, 'Map the fields')
    await app('PATCH', `/tasks/${task.uuid}`, { status: 'Not started', name: 'Map the fields' })
    await app('PATCH', `/projects/${project}`, { project_state: 'Active' })
    await app('PATCH', `/projects/${project}`, {})
    await app('PATCH', `/tasks/${task.uuid}`, { status: 'In progress' })
    const events = await hook.until(1)
    expect(events.map(({ event_name }) => event_name)).toEqual(['task_updated'])
  })
})
