import { expect, test } from 'vitest'
import { listening } from '../../support/listening.ts'
import { channel, commentEvent, projectEvent, taskEvent } from '../../support/running-bot.ts'
import { project, task, taskUuid } from '../../support/stand-in-tracker.ts'

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
