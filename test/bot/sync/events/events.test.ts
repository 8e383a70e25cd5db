import { expect, test } from 'vitest'
import { ApiProblem } from '../../../../src/contract/problem.ts'
import { invitation, listening, moduleEvent, subtaskEvent } from '../../support/listening.ts'
import {
  botWithThread,
  channel,
  commentEvent,
  projectEvent,
  runningBot,
  taskEvent,
} from '../../support/running-bot.ts'
import { project, task } from '../../support/stand-in-tracker.ts'
import { outcomes } from '../../support/rows/post-rows.ts'

test('a new project is a card in a channel that receives its account', async () => {
  const { command, slack, send } = await runningBot()
  await command('subscribe account:Acme Corp')
  await send(projectEvent('project_created'))
  expect(slack.roots(channel).map(({ text }) => text)).toEqual([expect.stringContaining('Acme Corp')])
})

test('a changed project changes its card in place; only a new status or owner is a line in its thread', async () => {
  const { send, change, slack, threadOf } = await listening()
  await send(projectEvent('project_created'))
  change({ percentage: 55 })
  await send(projectEvent('project_updated'))
  expect(threadOf('55%').lines).toEqual([])
  change({ status: { id: 's', name: 'At risk' } })
  await send(projectEvent('project_updated'))
  expect(threadOf('At risk').lines).toEqual([
    expect.stringMatching(/Status: Active → .*At risk.*Casey Jones/),
  ])
  change({ project_owner: { ...project.project_owner, full_name: 'Sam Ray' } })
  await send(projectEvent('project_updated'))
  expect(threadOf('At risk').lines.at(-1)).toMatch(/Owner: Dana Smith → .*Sam Ray/)
  expect(slack.roots(channel)).toHaveLength(1)
})

test('a project that was there before has its card when there is something to say', async () => {
  const { send, change, slack, threadOf } = await listening()
  await send(projectEvent('project_updated'))
  expect(slack.roots(channel)).toEqual([])
  change({ status: { id: 's', name: 'At risk' } })
  await send(projectEvent('project_updated'))
  expect(threadOf('Project').lines).toEqual([expect.stringMatching(/Status: Active → .*At risk/)])
})

test('a completed project is a new message in the channel, the card updated, and no second word on the status', async () => {
  const { send, change, slack, threadOf } = await listening()
  await send(projectEvent('project_created'))
  const completed_date = '2026-12-28'
  change({
    project_state: 'Completed',
    status: { id: 's', name: 'Completed' },
    percentage: 100,
    completed_date,
  })
  await send(projectEvent('project_completed'), projectEvent('project_updated'))
  expect(slack.roots(channel)).toHaveLength(2)
  const [card, announcement] = slack.roots(channel)
  expect(announcement?.text).toMatch(/Project completed: .*\nCompleted by .* · Planned for .* · Took 57 days/)
  // How long it took, and against what plan, only the announcement says.
  expect(card?.text.split('\n').slice(1)).toEqual(['Completed Dec 28, 2026'])
  expect(threadOf('Completed Dec 28').lines).toEqual([])
})

test('an archived project, and an invitation, are a line in the project’s thread', async () => {
  const { send, change, slack, tracker, threadOf } = await listening()
  tracker.users.push({ uuid: 'u7', full_name: 'Robin Hill', is_customer: true })
  await send(invitation())
  change({ project_state: 'Archived' })
  await send(projectEvent('project_archived', { archived_by: 'Lee Wong' }))
  expect(slack.roots(channel)).toHaveLength(1)
  expect(threadOf('Project').lines).toEqual([
    expect.stringMatching(/Customer invited: .*Robin Hill.*Sponsor/),
    expect.stringMatching(/Archived, by Lee Wong/),
  ])
})

test('an invitation is verified by the email address where the tracker shows no uuids of users', async () => {
  const { send, tracker, threadOf, database } = await listening()
  tracker.users.push({ full_name: 'Robin Hill', email_address: 'robin@globex.example' })
  await send(invitation({ email_address: 'Robin@globex.example' }))
  expect(threadOf('Project').lines).toEqual([expect.stringContaining('Invited: Robin Hill')])
  await send(invitation({ uuid: null, full_name: 'Somebody', email_address: 'else@globex.example' }))
  expect(await outcomes(database)).toContain('not verified: the tracker has no such person')
})

test('an invitation is posted, and nothing waits behind it, if the tracker’s list of users cannot be read', async () => {
  const { send, tracker, threadOf } = await listening()
  const unreadable = new ApiProblem('unexpected', 'GET /v1/users answered with something else', {
    status: 200,
  })
  Object.assign(tracker.api, { listUsers: () => Promise.reject(unreadable) })
  await send(invitation({ is_customer: true }), moduleEvent('100'))
  expect(threadOf('Project').lines).toEqual([
    expect.stringMatching(/Customer invited: .*Robin Hill/),
    expect.stringContaining('Kickoff'),
  ])
})

test('an invitation of a person whom the tracker does not know, and an archiving it denies, are not posted', async () => {
  const { send, slack, database } = await listening()
  await send(invitation(), projectEvent('project_archived'))
  expect(slack.roots(channel)).toEqual([])
  expect(await outcomes(database)).toEqual([
    'not verified: the tracker has no such person',
    'not verified: the project is not archived',
  ])
})

test('a new task posts nothing; the card of its first comment does not speak of earlier ones', async () => {
  const { send, changeTask, slack, tracker } = await listening()
  await send(taskEvent('task_created'), taskEvent('task_updated'))
  expect(slack.roots(channel)).toEqual([])
  changeTask({ status: 'Waiting for a date' })
  await send(commentEvent(tracker.addComment({ message_plain: 'Hello' })))
  const [card] = slack.roots(channel)
  expect(card?.text).toContain('Waiting for a date')
  expect(card?.text).not.toContain('Earlier comments are in the tracker')
  changeTask({ status: 'Completed' })
  await send(taskEvent('task_updated'))
  expect(card?.text).toContain('Completed')
})

test('a card says that there are earlier comments only where the bot heard of some', async () => {
  const { root } = await botWithThread()
  expect(root.text).not.toContain('Earlier comments')
  const { customerSays, command, slack } = await runningBot()
  await customerSays('Before anybody listened')
  await command(`subscribe "${project.name}"`)
  await customerSays('Now')
  expect(slack.roots(channel).at(-1)?.text).toContain('Earlier comments are in the tracker')
})

test('what is overdue says so first, in words; what is done, or due today, does not', async () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const card = async (changes: object) => {
    const { customerSays, command, slack, changeTask } = await runningBot({ now: () => now })
    changeTask(changes)
    await command(`subscribe "${project.name}"`)
    await customerSays('Hello')
    return slack.roots(channel).at(-1)?.text.split('\n')[1] ?? ''
  }
  expect(await card({ due_date: '2026-11-18' })).toMatch(/^Overdue: was due Nov 18, 2026 · In progress/)
  expect(await card({ due_date: '2026-11-21' })).toContain('Due Nov 21, 2026')
  expect(await card({ due_date: '2026-11-18', status: 'Completed' })).toContain('Due Nov 18, 2026')
})

test('a completed task is a line with the form answers, the card updated, the next task named and linked', async () => {
  const { send, changeTask, tracker, threadOf } = await listening()
  const next = '44444444-4444-4444-8444-444444444444'
  tracker.tasks.set(next, { ...task, uuid: next, name: 'Data export' })
  await send(commentEvent(tracker.addComment({ message_plain: 'Where do we start?' })))
  changeTask({ status: 'Completed' })
  const event = taskEvent('task_completed', {
    subtasks_answers: [
      { key: 'k', name: 'Preferred day', answer: 'Tuesday' },
      { key: 'm', name: 'Modules', answer: ['HR', 'Payroll'] },
      { key: 's', name: 'Single sign-on', answer: true },
    ],
  })
  Object.assign(event.payload, { next_task_to_complete: { uuid: next, name: 'A lie' } })
  await send(event)
  const { root, lines } = threadOf('Kick-off call')
  expect(root?.text).toContain('Completed')
  expect(lines.slice(1)).toEqual([
    expect.stringMatching(/Preferred day[^]*Tuesday[^]*Next task: .*Data export/),
  ])
  expect(lines[1]).toContain('Modules: HR, Payroll\nSingle sign-on: Yes')
})

test('a subtask completed or answered is a line in the task’s thread, said once; else the card is updated', async () => {
  const { send, changeTask, threadOf, slack } = await listening()
  const answer = {
    action_response: { day: 'The 15th' },
    configuration: [{ key: 'day', name: 'Day' }],
    answered_by_user_name: 'Casey Jones',
    answered_date: '2026-11-20T10:00:00Z',
  }
  await send(subtaskEvent('subtask_created'))
  expect(slack.roots(channel)).toEqual([])
  await send(
    subtaskEvent('subtask_updated', answer),
    subtaskEvent('subtask_updated', { ...answer, name: 'A day' }),
  )
  changeTask({ status: 'In review' })
  await send(subtaskEvent('subtask_completed', answer), subtaskEvent('subtask_deleted'))
  const { root, lines } = threadOf('Kick-off call')
  expect(lines).toEqual([
    expect.stringMatching(
      /Subtask answered: .*Choose a date.*Casey Jones, Acme Corp[^]*Answer: Day: The 15th/,
    ),
    expect.stringMatching(/Subtask completed: .*Choose a date/),
  ])
  expect(lines[1]).not.toContain('The 15th')
  expect(root?.text).toContain('In review')
})

test('a subtask of a task that the tracker does not have, or of an internal one in a shared channel, is not posted', async () => {
  const { send, changeTask, slack, database } = await listening({ shared: true })
  await send(subtaskEvent('subtask_completed', {}, { parent_task_uuid: 'no-such-task' }))
  changeTask({ is_internal: true })
  await send(subtaskEvent('subtask_completed'))
  expect(slack.roots(channel)).toEqual([])
  expect(await outcomes(database)).toEqual([
    'not verified: the tracker has no such task',
    'no channel receives it',
  ])
})

test('a module changes the project card’s progress, and is one line in its thread when it reaches 100 %', async () => {
  const { send, change, threadOf } = await listening()
  await send(projectEvent('project_created'))
  change({ percentage: 60 })
  await send(moduleEvent('50'))
  expect(threadOf('60%').lines).toEqual([])
  await send(moduleEvent('100'), moduleEvent('100', { name: 'Kick-off' }))
  expect(threadOf('60%').lines).toEqual([expect.stringMatching(/Module completed: .*Kickoff/)])
  await send(moduleEvent('50'), moduleEvent('100', {}, 'module_deleted'))
  expect(threadOf('60%').lines).toHaveLength(1)
})

test('a module whose project the tracker does not have is not posted', async () => {
  const { send, change, slack } = await listening()
  change({ uuid: 'another' })
  await send(moduleEvent('100'))
  expect(slack.roots(channel)).toEqual([])
})
