import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { workObjectsStatus } from '../../../src/bot/use-cases/answers/work-object-support.ts'
import type { SlackCall } from '../support/slack-door.ts'
import {
  type Entity,
  internal,
  linesOf,
  panes,
  portalTask,
  shareChannel,
  task,
  taskLink,
} from '../support/panes.ts'
import {
  botWithThread,
  channel,
  runningBot,
  type RunningTestBot as Running,
  taskEvent,
} from '../support/running-bot.ts'
import { project, task as trackerTask } from '../support/stand-in-tracker.ts'
import { commentEvent, projectEvent } from '../support/tracker-events.ts'

/** The Work Objects of a post. */
const objectsOf = (said: object | undefined): Entity[] => {
  const { metadata } = (said ?? {}) as { metadata?: string | { entities?: Entity[] } }
  const known = typeof metadata === 'string' ? (JSON.parse(metadata) as { entities?: Entity[] }) : metadata
  return known?.entities ?? []
}
const hasObjects = ({ method, args }: SlackCall) =>
  method === 'chat.postMessage' && objectsOf(args).length > 0
const refusing = (running: Running, error: string) => {
  running.slack.fault.next = (call) => (hasObjects(call) ? { body: { ok: false, error } } : undefined)
}

/** Somebody comments on a task that the channel has no card of. */
const cardOfNewTask = async ({ tracker, hook, idle, slack }: Running) => {
  const uuid = randomUUID()
  tracker.tasks.set(uuid, { ...trackerTask, uuid })
  await hook(commentEvent(tracker.addComment({ message_plain: 'And then?', associated_object_uuid: uuid })))
  await idle()
  return slack.roots(channel).at(-1)
}

const subscribed = async (changes: Parameters<typeof runningBot>[0] = {}) => {
  const running = await runningBot(changes)
  await running.command(`subscribe "${project.name}"`)
  return running
}

test('a task’s card has its Work Object under it, and a click opens the pane that a link’s opens', async () => {
  const running = await botWithThread()
  const [entity, ...others] = objectsOf(running.root)
  expect(others).toEqual([])
  expect(entity).toMatchObject({ url: taskLink, external_ref: task, entity_type: 'slack#/entities/task' })
  expect(entity).not.toHaveProperty('app_unfurl_url')
  const told = await panes(running).open(entity?.external_ref, { entity_url: entity?.url })
  expect(told.metadata && linesOf(told.metadata)).toContain('status: In progress')
})

test('it says nothing that a change of the task makes untrue, and a change of the card leaves it there', async () => {
  const running = await botWithThread()
  const [entity] = objectsOf(running.root)
  expect(entity && linesOf(entity)).toMatchInlineSnapshot(`
    [
      "Kick-off call",
      "Project: Acme Corp – Standard Onboarding",
      "Module: Kickoff",
    ]
  `)
  running.tracker.tasks.set(trackerTask.uuid, { ...trackerTask, status: 'Completed' })
  await running.hook(taskEvent('task_updated'))
  await running.idle()
  const change = running.slack.made('chat.update').at(-1)
  expect(change?.['text']).toContain('Completed')
  expect(change).not.toHaveProperty('metadata')
})

test('a card that people of another organization read has the portal’s Work Object', async () => {
  const running = await runningBot()
  shareChannel(running)
  await running.command(`subscribe "${project.name}"`)
  await running.hook(commentEvent(running.tracker.addComment({ message_plain: 'Hello' })))
  await running.idle()
  const objects = objectsOf(running.slack.roots(channel).at(-1))
  expect(objects.map(({ external_ref: ref }) => ref)).toEqual([portalTask])
  expect(JSON.stringify(objects)).not.toContain(internal)
})

test('a project’s card has its Work Object under it, and a click opens its pane', async () => {
  const running = await runningBot()
  await running.command('subscribe all')
  await running.hook(projectEvent('project_created'))
  await running.idle()
  const [entity, ...others] = objectsOf(running.slack.roots(channel).at(-1))
  expect(others).toEqual([])
  expect(entity).toMatchObject({
    url: project.internal_project_url,
    external_ref: { id: project.uuid, type: 'project' },
    entity_type: 'slack#/entities/item',
  })
  expect(entity && linesOf(entity)).toEqual([project.name, 'Account: Acme Corp'])
  const told = await panes(running).open(entity?.external_ref, { entity_url: entity?.url })
  expect(told.metadata && linesOf(told.metadata)).toContain('Account: Acme Corp')
})

test('a card whose answer was lost is found by its delivery id, next to a Work Object too', async () => {
  const running = await subscribed()
  let lost = 1
  running.slack.fault.next = (call) =>
    hasObjects(call) && lost-- > 0 ? { status: 500, lost: true } : undefined
  await running.hook(commentEvent(running.tracker.addComment({ message_plain: 'Only once' })))
  await running.until(() =>
    expect(running.slack.thread(running.slack.roots(channel).at(-1)?.ts)).toHaveLength(1),
  )
  expect(running.slack.calls.filter(hasObjects)).toHaveLength(1)
})

test('Slack that refuses Work Objects with cards gets cards alone for a day, and links keep theirs', async () => {
  let later = 0
  const running = await subscribed({ now: () => Date.now() + later })
  refusing(running, 'invalid_metadata_schema')
  const first = await cardOfNewTask(running)
  expect(first?.text).toContain('Kick-off call')
  expect(objectsOf(first)).toEqual([])
  expect(running.slack.calls.filter(hasObjects)).toHaveLength(1)
  await panes(running).open(task)
  expect(await workObjectsStatus(running.bot.deps)).toMatchInlineSnapshot(
    `"Slack doesn’t take Work Objects with cards (invalid_metadata_schema), so cards come without them. The app checks again within a day."`,
  )

  await running.restart()
  await cardOfNewTask(running)
  expect(running.slack.calls.filter(hasObjects)).toHaveLength(1)
  await running.slackEvent({
    type: 'link_shared',
    channel,
    user: 'U0DANA',
    message_ts: '1763800000.000100',
    links: [{ domain: 'tracker.example', url: internal }],
  })
  const [unfurled] = await running.until(() => {
    const made = running.slack.made('chat.unfurl')
    expect(made).toHaveLength(1)
    return made
  })
  expect(objectsOf(unfurled)).toHaveLength(1)

  running.slack.fault.next = undefined
  later = 25 * 3_600_000
  expect(objectsOf(await cardOfNewTask(running))).toHaveLength(1)
})

test('a Slack without Work Objects shows it at the first card, for links too', async () => {
  const running = await subscribed()
  refusing(running, 'feature_not_enabled')
  expect(objectsOf(await cardOfNewTask(running))).toEqual([])
  expect(await workObjectsStatus(running.bot.deps)).toContain('Work Objects aren’t available here')
})

test('a card that Slack refuses for another reason does not cost the Work Objects of the next', async () => {
  const running = await subscribed()
  running.slack.fault.next = ({ method }) =>
    method === 'chat.postMessage'
      ? { body: { ok: false, error: 'restricted_action_thread_locked' } }
      : undefined
  await cardOfNewTask(running)
  running.slack.fault.next = undefined
  expect(objectsOf(await cardOfNewTask(running))).toHaveLength(1)
})
