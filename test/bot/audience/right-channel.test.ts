import { withoutQuote } from '../../support/without-quote.ts'
import { expect, test } from 'vitest'
import {
  botWithThread,
  channel,
  commentEvent,
  projectEvent,
  runningBot,
  taskEvent,
} from '../support/running-bot.ts'
import { project, taskUuid } from '../support/stand-in-tracker.ts'

const other = { ...project, uuid: '33333333-3333-4333-8333-333333333333', name: 'Globex – Rollout' }
const globex = { id: 'a2', name: 'Globex', logo_path: null }

test('an event that names another project than its task belongs to leads to no other channel', async () => {
  const { slack, tracker, command, send } = await botWithThread()
  tracker.projects.push({ ...other, account: globex })
  await command(`subscribe "${other.name}"`, { channel_id: 'C0GLOBEX' })
  const task = tracker.tasks.get(taskUuid)
  // As the interface shows a task: its project by name alone.
  if (task) Object.assign(task, { status: 'Completed', project: { name: project.name } })
  const event = taskEvent('task_completed')
  Object.assign(event.payload, { project_uuid: other.uuid, project_name: other.name })
  await send(event)
  expect(slack.messages.filter((message) => message.channel === 'C0GLOBEX')).toHaveLength(0)
  expect(slack.messages.filter((message) => message.channel === channel)).toHaveLength(3)
})

test('a project that moved to another account is spoken of in the channel of its new account alone', async () => {
  const { customerSays, slack, tracker, command, change } = await runningBot()
  tracker.addAccounts('Globex')
  await command('subscribe account:"Acme Corp"')
  await command('subscribe account:Globex', { channel_id: 'C0GLOBEX' })
  await customerSays('For Acme')
  expect(slack.messages.map((message) => message.channel)).toEqual([channel, channel])
  change({ account: globex })
  await customerSays('For Globex')
  expect(slack.messages.slice(2).map((message) => message.channel)).toEqual(['C0GLOBEX', 'C0GLOBEX'])
})

test('a project renamed while its event was on the way is found, and its subscription bears the new name', async () => {
  const { slack, command, change, send } = await runningBot()
  await command(`subscribe "${project.name}"`)
  change({ name: 'Acme (EMEA) & Co. 100 %', project_state: 'Completed' })
  await send(projectEvent('project_completed'))
  expect(slack.messages[0]?.text).toContain('Acme (EMEA) &amp; Co. 100 %')
  expect((await command('subscriptions')).text).toContain('Acme (EMEA) &amp; Co. 100 %')
})

test('a tracker whose list carries legacy ids alone: events bear the uuid, and reach the channel', async () => {
  const { hook, slack, tracker, command, change, send } = await runningBot()
  change({ uuid: undefined, id: '77' })
  await command(`subscribe "${project.name}"`)
  await hook(commentEvent(tracker.addComment({ message_plain: 'Anybody?' })))
  await hook(commentEvent(tracker.addComment({ message_plain: 'Hello?' })))
  change({ project_state: 'Completed' })
  await send(projectEvent('project_completed'))
  const texts = slack.messages.map(({ text }) => withoutQuote(text))
  expect(texts.filter((text) => /Anybody|Hello/.test(text))).toHaveLength(2)
  expect(texts.at(-1)).toContain('completed')
})

test('a project among more than two hundred namesakes is found', async () => {
  const { slack, tracker, command, send } = await runningBot()
  const many = Array.from({ length: 450 }, (_, n) => ({
    ...project,
    uuid: `44444444-4444-4444-8444-${String(n).padStart(12, '0')}`,
    name: `${project.name} ${n}`,
  }))
  await command(`subscribe "${project.name}"`)
  const all = [...many, { ...project, project_state: 'Completed' }]
  Object.assign(tracker.api, {
    listProjects: ({ offset = 0, limit = 50 }: { offset?: number; limit?: number }) =>
      Promise.resolve({ projects: all.slice(offset, offset + limit), pagination: { total: all.length } }),
  })
  await send(projectEvent('project_completed'))
  expect(slack.messages).toHaveLength(1)
})
