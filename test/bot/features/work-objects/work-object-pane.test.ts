import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  casey,
  internal,
  linesOf,
  panes,
  portalLink,
  portalTask,
  projectRef,
  task,
  taskLink,
} from '../../support/panes.ts'
import { channel, dana, runningBot, taskEvent } from '../../support/running-bot.ts'
import { project, taskUuid } from '../../support/stand-in-tracker.ts'

test('the pane shows a project and a task as the tracker has them', async () => {
  const running = await runningBot()
  const { open } = panes(running)
  const shown = await open(projectRef, { entity_url: internal })
  expect(shown.metadata && linesOf(shown.metadata)[0]).toBe(project.name)
  expect(shown.metadata?.external_ref).toEqual(projectRef)
  running.changeTask({ detail: 'Agree on dates.', due_date: '2026-12-01' })
  const other = await open(task, { entity_url: taskLink })
  expect(other.metadata && linesOf(other.metadata)).toMatchInlineSnapshot(`
    [
      "Kick-off call",
      "Project: Acme Corp – Standard Onboarding",
      "Module: Kickoff",
      "status: In progress",
      "assignee: Casey Jones",
      "due_date: 2026-12-01",
      "description: Agree on dates.",
      "[Comment]",
      "[Open] https://tracker.example/projects/11111111-1111-4111-8111-111111111111#task-22222222-2222-4222-8222-222222222222",
    ]
  `)
})

test('the pane opens from a search, which knows the address alone', async () => {
  const running = await runningBot()
  const found = await panes(running).open(undefined, { entity_url: taskLink, channel: undefined })
  expect(found.metadata?.external_ref).toEqual(task)
})

test('while the tracker is silent the pane says so, then shows the task when it answers', async () => {
  const running = await runningBot({ paneWaitMs: 20 })
  const { open, taken } = panes(running)
  const answers = running.holdsBack('getTask')
  const first = await open(task, { entity_url: taskLink })
  expect(first.error?.custom_message).toContain('Try again in a minute')
  answers()
  await running.until(() => expect(taken('entity.presentDetails', first.trigger_id)).toHaveLength(2))
  const second = taken('entity.presentDetails', first.trigger_id)[1]
  expect(JSON.stringify(second)).toContain('Kick-off call')
})

test('the pane of a tracker that is away says so', async () => {
  const running = await runningBot()
  running.tracker.control.down = 'unreachable'
  expect((await panes(running).open(task, { entity_url: taskLink })).error).toMatchInlineSnapshot(`
    {
      "custom_message": "The task can’t be shown right now. Try again in a minute, or open the link.",
      "custom_title": "The tracker isn’t responding",
      "status": "custom",
    }
  `)
})

test('the pane of a task that was deleted, never was, or is none of ours says that there is none', async () => {
  const running = await runningBot()
  const { open } = panes(running)
  await open(task, { entity_url: taskLink })
  running.tracker.tasks.delete(taskUuid)
  await running.send(taskEvent('task_deleted'))
  expect((await open(task, { entity_url: taskLink })).error).toMatchObject({
    status: 'not_found',
    custom_message: 'It may have been deleted or moved. Open the link to see what the tracker says.',
  })
  const none = { id: randomUUID(), type: 'task' }
  expect((await open(none, { entity_url: `${internal}#task-${none.id}` })).error?.status).toBe('not_found')
  expect((await open({ id: 'their-7', type: 'invoice' }, {})).error?.status).toBe('not_found')
})

test('the pane shows nothing to a channel, or a person, of another organization that was not made for them', async () => {
  const running = await runningBot()
  const { open } = panes(running)
  const hidden = { status: 'restricted' }
  expect((await open(task, { user: casey })).error).toMatchObject(hidden)
  expect((await open(portalTask, { user: casey })).error).toMatchObject(hidden)
  running.shares()
  expect((await open(task)).error).toMatchObject(hidden)
  expect((await open(portalTask)).error).toMatchObject(hidden)
  // Slack's search names no channel: nobody can tell what this person may see.
  expect((await open(portalTask, { user: casey, channel: undefined })).error).toMatchObject(hidden)
  const forged = { id: `portal-${randomUUID()}`, type: 'project' }
  expect((await open(forged)).error).toMatchObject(hidden)
  await running.confirmed(`subscribe "${project.name}"`)
  const shown = await open(portalTask, { user: casey })
  expect(shown.metadata?.url).toBe(portalLink)
  expect(JSON.stringify(shown.metadata)).not.toContain(internal)
  running.changeTask({ is_internal: true })
  expect((await open(portalTask, { user: casey })).error).toMatchObject(hidden)
})

test('a pane whose trigger is over, or whose Slack has no such call, disturbs nothing', async () => {
  const running = await runningBot()
  const { ask, answer, open } = panes(running)
  running.slack.refuses('entity.presentDetails', 'expired_trigger_id')
  const trigger = await ask('entity_details_requested', task, { channel, entity_url: taskLink })
  await answer('entity.presentDetails', trigger)
  running.slack.fault.next = undefined
  expect((await open(task, { entity_url: taskLink })).metadata).toBeDefined()
})

test('the Comment button opens the dialog, from the card and from the pane', async () => {
  const running = await runningBot()
  const { press } = panes(running)
  for (const type of ['message_attachment', 'entity_detail'])
    await press(
      { type, external_ref: task, entity_url: taskLink, channel_id: channel },
      { action_id: 'comment_on_task', value: taskUuid },
    )
  await running.until(() => expect(running.slack.made('views.open')).toHaveLength(2))
})

test('the Comment button of a task that was deleted says so, though Slack gives no response URL', async () => {
  const running = await runningBot()
  const { press, open } = panes(running)
  await open(task, { entity_url: taskLink })
  running.tracker.tasks.delete(taskUuid)
  await running.send(taskEvent('task_deleted'))
  const button = { action_id: 'comment_on_task', value: taskUuid }
  await press({ type: 'entity_detail', external_ref: task, channel_id: channel }, button)
  await running.until(() => expect(running.slack.ephemerals(dana)).toHaveLength(1))
  expect(running.slack.whispers(dana)[0]).toContain('was deleted in the tracker')
  await press({ type: 'entity_detail', external_ref: task }, button)
  await running.until(() =>
    expect(running.slack.made('chat.postMessage').filter(({ channel: to }) => to === dana)).toHaveLength(1),
  )
})

test('a pane whose person Slack does not tell of says that it did not work, with a reference', async () => {
  const running = await runningBot()
  running.slack.answers('users.info', { status: 429, headers: { 'retry-after': '1' } })
  const { error } = await panes(running).open(task, { entity_url: taskLink })
  expect(error?.status).toBe('internal_error')
  expect(error?.custom_message).toMatch(/reference [\da-f]{8}/)
})
