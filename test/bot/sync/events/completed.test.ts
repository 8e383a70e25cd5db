import { expect, test } from 'vitest'
import { eachEngine } from '../../../support/databases.ts'
import { jobRows } from '../../../support/lane-rows.ts'
import { postRows } from '../../support/rows/post-rows.ts'
import type { EventName } from '../../../../src/contract/event.ts'
import { listening } from '../../support/listening.ts'
import { botWithThread, channel, commentEvent, projectEvent, taskEvent } from '../../support/running-bot.ts'
import { project, task, taskUuid } from '../../support/stand-in-tracker.ts'

const contract = '33333333-3333-4333-8333-000000000001'
const margin = '33333333-3333-4333-8333-000000000002'
const late = '33333333-3333-4333-8333-000000000003'
const people = [
  { uuid: 'u1', full_name: 'Dana Smith', email_address: 'dana@vendor.example', is_customer: false },
  { uuid: 'u2', full_name: 'Lee Wong', email_address: 'lee@vendor.example', is_customer: false },
  { uuid: 'u3', full_name: 'Casey Jones', email_address: 'casey@acme.example', is_customer: true },
]
const memberWith = (email: string) => {
  const [name = ''] = email.split('@')
  const ours = email.endsWith('@vendor.example')
  return { ok: ours, error: 'users_not_found', user: { id: `U0${name.toUpperCase()}`, team_id: 'T1' } }
}
const completed = {
  project_state: 'Completed',
  status: { id: 's', name: 'Completed' },
  completed_date: '2026-12-28',
}

/** A project whose kick-off is done with answers, and whose contract and margin check are open. */
const nearlyDone = async (shared = false) => {
  const clock = { ahead: 0 }
  const running = await listening({ shared, now: () => Date.now() + clock.ahead })
  const { tracker, send, changeTask, slack } = running
  tracker.users.push(...people)
  slack.fault.next = ({ method, args }) =>
    method === 'users.lookupByEmail' ? { body: memberWith(String(args['email'])) } : undefined
  const signing = { uuid: contract, name: 'Sign the contract', assignee_name: 'Lee Wong' }
  tracker.tasks.set(contract, { ...task, ...signing })
  tracker.tasks.set(margin, { ...task, uuid: margin, name: 'Margin check', is_internal: true })
  for (const uuid of [contract, margin]) await send(taskEvent('task_updated', { uuid }))
  changeTask({ status: 'Completed' })
  const answers = [
    { key: 'a', name: 'Preferred day', answer: 'Tuesday' },
    { key: 'b', name: 'Region', answer: 'EMEA' },
  ]
  await send(taskEvent('task_completed', { uuid: taskUuid, subtasks_answers: answers }))
  const complete = async (facts: object = {}) => {
    running.change({ ...completed, ...facts })
    await send(projectEvent('project_completed'))
    return running.slack.roots(channel).find(({ text }) => text.startsWith('Project completed'))?.text ?? ''
  }
  /** Half a year later, old words are cleared. */
  const retentionComes = async () => {
    clock.ahead = 200 * 86_400_000
    await running.until(async () => {
      expect(await jobRows(running.database, { kind: 'retention', state: 'done' })).toHaveLength(1)
    })
  }
  return { ...running, complete, retentionComes }
}

const words = (text: string) => text.replaceAll(project.internal_project_url, 'URL')

test('a completed project: how long against the plan, what is open and whose, what was answered, who is thanked', async () => {
  const { complete } = await nearlyDone()
  expect(words(await complete({ percentage: 80 }))).toMatchInlineSnapshot(`
    "Project completed with open items: <URL|Acme Corp – Standard Onboarding> · Acme Corp
    Completed by Dana Smith, Dec 28, 2026 · Planned for Dec 31, 2026 · 3 days early · Took 57 days
    80% done. Still open, of the tasks that the app knows:
    • Sign the contract, Lee Wong
    • Margin check, Casey Jones
    2 questions answered
    • Preferred day: Tuesday
    • Region: EMEA
    Thanks to Dana Smith and Lee Wong.
    <https://tracker.example/portal/projects/11111111-1111-4111-8111-111111111111|Customer page>"
  `)
})

test('a completed project in a shared channel names nothing internal, and nobody who is not there', async () => {
  const { complete, slack, bot } = await nearlyDone(true)
  slack.joined.set('U0LEE', [])
  bot.deps.slack.forgetChannel(channel)
  const text = await complete({ percentage: 80 })
  expect(text).toContain('Thanks to Casey Jones and Dana Smith.')
  // Counts and progress include internal work.
  expect(text).not.toMatch(/open|%/)
  expect(text).not.toMatch(/Margin check|tracker\.example\/projects/)
})

test('a completed project never contradicts itself: tasks are read anew, and 100 % with nothing open says so', async () => {
  const { complete, tracker } = await nearlyDone()
  for (const uuid of [contract, margin]) Object.assign(tracker.tasks.get(uuid) ?? {}, { status: 'Completed' })
  const text = await complete({ percentage: 100 })
  expect(text).toMatch(/^Project completed: /)
  expect(text).toContain('Nothing is left open.')
  expect(text).not.toContain('still open')
})

test('a project completed long after its tasks is announced, without the answers that are no longer kept', async () => {
  const { complete, retentionComes } = await nearlyDone()
  await retentionComes()
  const text = await complete({ percentage: 80 })
  expect(text).toMatch(/^Project completed with open items: /)
  expect(text).not.toContain('answered')
})

test('the form answers of a completed project are not kept longer than those of its tasks', async () => {
  const { complete, database, retentionComes } = await nearlyDone()
  expect(await complete({ percentage: 80 })).toContain('Tuesday')
  await retentionComes()
  const [row] = await postRows(database, { kind: 'project_completed' })
  expect(JSON.parse(row?.facts ?? '')).toEqual({ cleared: true })
})

/** As the interface shows tasks: without a status. */
const withoutStatus = async (
  ...stages: readonly { name: 'task_updated' | 'task_completed'; status: string }[]
) => {
  const { send, tracker, ...running } = await listening()
  const { status: _, ...documented } = task
  Object.assign(tracker.api, { getTask: () => Promise.resolve(documented) })
  await send(commentEvent(tracker.addComment({ message_plain: 'Hello' })))
  for (const { name, status } of stages) await send(taskEvent(name, { uuid: taskUuid, status }))
  running.change({ ...completed, percentage: 80 })
  await send(projectEvent('project_completed'))
  return running.slack.roots(channel).find(({ text }) => text.startsWith('Project completed'))?.text ?? ''
}

const done = { name: 'task_completed', status: 'Completed' } as const
const reopened = { name: 'task_updated', status: 'In progress' } as const

test('where the tracker gives no status, a task is open or completed as its last event said', async () => {
  expect(await withoutStatus(done)).not.toContain('Kick-off call')
  expect(await withoutStatus(reopened, done)).not.toContain('Kick-off call')
  expect(await withoutStatus(done, reopened)).toContain('of the tasks that the app knows:\n• Kick-off call')
  // Where no event said it either, it is not said to be open.
  expect(await withoutStatus()).not.toContain('Kick-off call')
})

test('a completed project whose open tasks the app never saw says that something is open, and not that nothing is', async () => {
  const { complete, tracker } = await nearlyDone()
  for (const uuid of [contract, margin]) tracker.tasks.delete(uuid)
  tracker.tasks.set(late, { ...task, uuid: late, name: 'Never heard of' })
  const text = await complete({ percentage: 92 })
  expect(text).toMatch(/^Project completed with open items: /)
  expect(text).toContain('92% done')
  expect(text).not.toContain('Nothing is left open')
})

test('completed, opened, completed, opened: one line, which says that it is reopened, as its card does', async () => {
  const { slack, tracker, root, send } = await botWithThread()
  const now = tracker.tasks.get(taskUuid) ?? {}
  for (const status of ['Completed', 'Not started', 'Completed', 'Not started']) {
    Object.assign(now, { status })
    await send(taskEvent(status === 'Completed' ? 'task_completed' : 'task_updated', { status }))
  }
  const lines = slack.thread(root.ts).filter((text) => text.includes('completed'))
  expect(lines).toEqual([expect.stringMatching(/Reopened/)])
  expect(slack.roots(channel).find(({ ts }) => ts === root.ts)?.text).toContain('Not started')
})

test('a completed task without a thread is one line with its link; a comment begins its thread', async () => {
  const { send, changeTask, tracker, slack, idle, threadOf, writes } = await listening()
  const next = '44444444-4444-4444-8444-444444444444'
  tracker.tasks.set(next, { ...task, uuid: next, name: 'Data export' })
  changeTask({ status: 'Completed' })
  const event = taskEvent('task_completed', { completed_by_name: 'Casey Jones' })
  Object.assign(event.payload, { next_task_to_complete: { uuid: next } })
  await send(event)
  const url = project.internal_project_url
  expect(slack.messages.map(({ text }) => text)).toEqual([
    `✅ <${url}#task-${taskUuid}|Kick-off call> completed by Casey Jones · ${project.name} · Next: <${url}#task-${next}|Data export> · Acme Corp reads replies.`,
  ])
  const [line] = slack.messages
  expect(line?.blocks).toHaveLength(1)
  // As is said on the line, a reply there becomes a comment.
  await writes('Well done', line?.ts)
  await idle()
  expect(tracker.attempts).toEqual([expect.objectContaining({ task_uuid: taskUuid })])
  await send(commentEvent(tracker.addComment({ message_plain: 'One more thing' })))
  const { root, lines } = threadOf('Task <')
  expect(root?.text).toContain('Completed')
  expect(lines).toEqual([expect.stringContaining('One more thing')])
})

test('a script with a key of its own completes tasks and projects, and nobody is named', async () => {
  const { send, change, changeTask, slack, tracker } = await listening()
  tracker.users.push({ uuid: 'u1', full_name: 'Dana Smith', is_customer: false })
  changeTask({ status: 'Completed' })
  await send(taskEvent('task_completed', { completed_by_name: 'API User' }))
  change({ project_state: 'Completed', completed_date: '2026-12-28' })
  await send(projectEvent('project_completed', { completed_by_name: 'API User' }))
  const [line, announcement] = slack.roots(channel).map(({ text }) => text)
  expect(line).toContain('Kick-off call> completed · ')
  expect(announcement).toContain('Completed Dec 28, 2026')
  expect(`${line} ${announcement}`).not.toContain('API User')
})

test('a completed task without a thread says its form’s answers below', async () => {
  const { send, changeTask, slack } = await listening()
  changeTask({ status: 'Completed' })
  const answers = [{ key: 'k', name: 'Preferred day', answer: 'Tuesday' }]
  await send(taskEvent('task_completed', { subtasks_answers: answers }))
  expect(slack.messages.map(({ text }) => text.split('\n').slice(1))).toEqual([['Preferred day: Tuesday']])
})

test('a next task of another customer’s project is not named', async () => {
  const { send, changeTask, tracker, slack } = await listening()
  const [next, other] = ['44444444-4444-4444-8444-444444444444', '55555555-5555-4555-8555-555555555555']
  tracker.projects.push({ ...project, uuid: other, name: 'Globex' })
  tracker.tasks.set(next, { ...task, uuid: next, name: 'Contract', project: { uuid: other, name: 'Globex' } })
  changeTask({ status: 'Completed' })
  const event = taskEvent('task_completed')
  Object.assign(event.payload, { next_task_to_complete: { uuid: next, name: 'Contract' } })
  await send(event)
  expect(slack.messages).toHaveLength(1)
  expect(JSON.stringify(slack.messages)).not.toContain('Contract')
})

eachEngine('reopening', (_, engine) => {
  const story = async () => {
    const running = await listening({ engine })
    running.tracker.users.push(...people)
    const says = (name: EventName, full_name: string) => ({
      ...(name.startsWith('task')
        ? taskEvent(name, { uuid: taskUuid, status: running.tracker.tasks.get(taskUuid)?.status })
        : projectEvent(name)),
      modified: { modified_by: { full_name } },
    })
    const said = (words: RegExp) => running.slack.messages.filter(({ text }) => words.test(text))
    return { ...running, says, said }
  }

  test('the line of a completed task says who reopened it; completing it again edits that line', async () => {
    const { send, says, said, changeTask } = await story()
    changeTask({ status: 'Completed' })
    await send(says('task_completed', 'Casey Jones'))
    expect(said(/Kick-off call.*completed/s)).toHaveLength(1)
    changeTask({ status: 'In progress' })
    await send(says('task_updated', 'Dana Smith'))
    expect(said(/Kick-off call[^]*Reopened by Dana Smith, /)).toHaveLength(1)
    changeTask({ status: 'Completed' })
    await send(says('task_completed', 'Lee Wong'))
    expect(said(/Kick-off call.*completed/s)).toHaveLength(1)
    expect(said(/Reopened/)).toEqual([])
  })

  test('the announcement of a completed project says who reopened it; completing it again edits it', async () => {
    const { send, says, said, change } = await story()
    change({ ...completed, percentage: 100 })
    await send(says('project_completed', 'Dana Smith'))
    expect(said(/^Project completed/)).toHaveLength(1)
    change({ project_state: 'Active', status: { id: 's', name: 'In progress' }, completed_date: null })
    await send(says('project_updated', 'Lee Wong'))
    expect(said(/^Project completed/)).toEqual([])
    expect(said(/^Project reopened[^]*Reopened by Lee Wong, /)).toHaveLength(1)
    change({ ...completed, percentage: 100 })
    await send(says('project_completed', 'Lee Wong'))
    expect(said(/^Project completed/)).toHaveLength(1)
    expect(said(/eopened/)).toEqual([])
  })
})
