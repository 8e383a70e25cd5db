import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { at, people, roles, words } from '../support/call.ts'
import { day, payloadsOf, time } from '../support/asks.ts'
import { onEach } from '../support/world.ts'

const someRoles = { [roles.lead]: [people.sam], [roles.customer]: [people.robin] }

onEach('payloads of tasks and subtasks', (world) => {
  const dana = world.as(people.dana)
  const payloadOf = payloadsOf(world)

  test('a task event has exactly the fields of its tables', async () => {
    const name = `Tasks ${randomUUID()}`
    const project = await world.project({ name, start_date: '11/23/2096', task_roles: someRoles })
    const task = await world.task(project, 'Hold the kickoff call')
    const change = (status: string) => () => dana('PATCH', `/tasks/${task.uuid}`, { status })
    const [module] = await world.modules(project)
    const facts = {
      project_uuid: project,
      project_name: name,
      parent_module_uuid: module?.['uuid'],
      parent_module_name: 'Kickoff',
      project_completed_percentage: '0',
      next_task_to_complete: {
        uuid: (await world.task(project, 'Tell us about your team')).uuid,
        name: 'Tell us about your team',
        status: 'Not started',
        due_date: day,
      },
      portal_project_url: expect.stringMatching(new RegExp(`^http.*/portal/.*${project}$`)),
      internal_project_url: expect.stringMatching(new RegExp(`^http.*${project}$`)),
      task: {
        uuid: task.uuid,
        name: 'Hold the kickoff call',
        detail: words,
        status: 'In progress',
        due_date: '2096-11-26',
        created_date: time,
        scheduled_start_date: '2096-11-23',
        started_date: time,
        completed_date: null,
        assignee_name: 'Sam Okafor',
        created_by_name: 'API User',
        modified_by_name: 'Dana Smith',
        completed_by_name: null,
        is_internal: false,
        is_archived: false,
        is_non_sequential: true,
        is_description_shown: true,
        collect_feedback: false,
        require_all_subtasks_answered: false,
        module_uuid: module?.['uuid'],
        module_name: 'Kickoff',
        display_order: 1,
        subtasks_answers: null,
        data_fields: [],
        tags: [],
      },
    }
    expect(await payloadOf('task_updated', change('In progress'))).toEqual(facts)
    expect(await payloadOf('task_completed', change('Completed'))).toEqual({
      ...facts,
      project_completed_percentage: '7',
      task: { ...facts.task, status: 'Completed', completed_date: time, completed_by_name: 'Dana Smith' },
    })
    const deleted = await payloadOf('task_deleted', () => dana('DELETE', `/tasks/${task.uuid}`))
    expect(deleted).toMatchObject({
      project_uuid: project,
      task: { uuid: task.uuid, name: 'Hold the kickoff call' },
    })
  })

  test('is_non_sequential is the inverse of the task’s own field, the others are the same', async () => {
    const project = await world.project()
    for (const name of ['Export your data', 'Tell us about your team', 'Sign off the imported data']) {
      const task = await world.task(project, name)
      const shown = at(await world.get(`/v1/tasks/${task.uuid}`), 'data')
      const change = () => dana('PATCH', `/tasks/${task.uuid}`, { status: 'In progress' })
      const told = at(await payloadOf('task_updated', change), 'task')
      expect([name, at(told, 'is_non_sequential')]).toEqual([
        name,
        !at(shown, 'subtasks_must_be_completed_in_order'),
      ])
      for (const field of ['collect_feedback', 'require_all_subtasks_answered'])
        expect([name, field, at(told, field)]).toEqual([name, field, at(shown, field)])
    }
  })

  test('a completed task tells the answers of its forms', async () => {
    const project = await world.project()
    const { subtasks } = await world.task(project, 'Tell us about your team')
    const answers = ['Jordan', '1–25', 'Slack']
    const events = await world.during(async () => {
      for (const [n, action_response] of answers.entries())
        await world.as(people.robin)('PATCH', `/subtasks/${subtasks[n]?.uuid}`, {
          status: 'Completed',
          action_response,
        })
    })
    const completed = events.find(({ event_name }) => event_name === 'task_completed')
    expect(at(completed?.payload, 'task.subtasks_answers')).toEqual([
      { key: 'sponsor', name: 'Who is your project sponsor?', answer: 'Jordan' },
      { key: 'users', name: 'How many people will use it in the first month?', answer: '1–25' },
      { key: 'channel', name: 'How shall we reach you?', answer: 'Slack' },
    ])
  })

  test('after the last open task there is no next one, and a customer is told of none that is internal', async () => {
    const project = await world.project()
    const tasks = (await world.modules(project)).flatMap(
      (module) => module['tasks'] as { uuid: string; name: string; is_internal: boolean }[],
    )
    const events = await world.during(async () => {
      for (const { uuid: task, name } of tasks)
        if (name !== 'Tell us about your team') await dana('PATCH', `/tasks/${task}`, { status: 'Completed' })
      const asked = await world.task(project, 'Tell us about your team')
      for (const { uuid: subtask } of asked.subtasks)
        await dana('PATCH', `/subtasks/${subtask}`, { status: 'Completed', action_response: 'Yes' })
    })
    const completed = events.filter(({ event_name }) => event_name === 'task_completed')
    expect(completed.map(({ object_name }) => object_name)).toHaveLength(tasks.length)
    const last = completed.at(-1)
    expect([
      at(last?.payload, 'next_task_to_complete'),
      at(last?.payload, 'project_completed_percentage'),
    ]).toEqual([null, '100'])
    const internal = new Set(tasks.filter((task) => task.is_internal).map((task) => task.uuid))
    for (const { payload } of completed.filter((event) => at(event.payload, 'task.is_internal') === false))
      expect(internal.has(String(at(payload, 'next_task_to_complete.uuid')))).toBe(false)
  })

  test('a subtask event has exactly the fields of its list', async () => {
    const name = `Subtasks ${randomUUID()}`
    const project = await world.project({ name, task_roles: someRoles })
    const task = await world.task(project, 'Tell us about your team')
    const first = task.subtasks[1]
    const body = { status: 'Completed', action_response: '26–100' }
    const payload = await payloadOf('subtask_completed', () =>
      world.as(people.robin)('PATCH', `/subtasks/${first?.uuid}`, body),
    )
    expect(payload).toEqual({
      project_uuid: project,
      project_name: name,
      parent_task_uuid: task.uuid,
      parent_task_name: 'Tell us about your team',
      subtask: {
        uuid: first?.uuid,
        name: 'How many people will use it?',
        description: expect.any(String),
        parent_task_uuid: task.uuid,
        parent_subtask_uuid: null,
        status_name: 'Completed',
        display_order: 2,
        configuration: [expect.objectContaining({ key: 'users', type: 'choice' })],
        assignee_name: 'Robin Silva',
        action_response: '26–100',
        answered_by_user_name: 'Robin Silva',
        answered_date: time,
      },
    })
    const open = await payloadOf('subtask_updated', () =>
      dana('PATCH', `/subtasks/${task.subtasks[0]?.uuid}`, { name: 'Your sponsor' }),
    )
    expect(at(open, 'subtask')).toMatchObject({
      name: 'Your sponsor',
      status_name: 'Not started',
      action_response: null,
      answered_by_user_name: null,
      answered_date: null,
    })
  })
})
