import { expect, onTestFinished, test } from 'vitest'
import { addTask, atNight, morning, quiet, setTo } from '../support/at-night.ts'
import { subtaskEvent } from '../support/listening.ts'
import { channel, commentEvent, projectEvent, startNode, taskEvent } from '../support/running-bot.ts'
import { customer, taskUuid } from '../support/stand-in-tracker.ts'

test('what happens in quiet hours waits for their end: a summary, then every thread in order', async () => {
  const { customerSays, hook, idle, tracker, said, until, slack, command } = await atNight()
  const other = addTask(tracker, 'Data import')
  await customerSays('First')
  await customerSays('On another task', { associated_object_uuid: other })
  await customerSays('Second')
  Object.assign(tracker.projects[0] ?? {}, { project_state: 'Completed' })
  await hook(projectEvent('project_completed'))
  await idle()
  expect(said()).toEqual([])
  expect((await command('status')).text).toContain('Held until quiet hours end: 4 messages.')
  await until(morning)
  expect(
    slack.messages.find(({ text }) => text.startsWith('During'))?.text.replaceAll(/#task-[\w-]+/g, '#TASK'),
  ).toMatchInlineSnapshot(`
    "During quiet hours (22:00–07:00, Europe/Berlin):
    3 comments · 1 project completed
    • <https://tracker.example/projects/11111111-1111-4111-8111-111111111111#TASK|Kick-off call> (2 messages)
    • <https://tracker.example/projects/11111111-1111-4111-8111-111111111111#TASK|Data import> (1 message)
    • <https://tracker.example/projects/11111111-1111-4111-8111-111111111111|Acme Corp – Standard Onboarding> (1 message)"
  `)
  expect(said().map((text) => text.replaceAll(/#task-[\w-]+/g, '#TASK'))).toMatchInlineSnapshot(`
    [
      "During quiet hours (22:00–07:00, Europe/Berlin):",
      "↳ Casey Jones: First",
      "Task <https://tracker.example/projects/11111111-1111-4111-8111-111111111111#TASK|Data import>",
      "↳ Casey Jones: On another task",
      "↳ Casey Jones: Second",
      "Project completed with open items: <https://tracker.example/projects/11111111-1111-4111-8111-111111111111|Acme Corp – Standard Onboarding>",
    ]
  `)
})

test('a message that stands there is changed in the night, and the lane is free for a person’s own comment', async () => {
  const { customerSays, hook, idle, tracker, said, root, command, slack } = await atNight()
  const other = addTask(tracker, 'Data import')
  await customerSays('On another task', { associated_object_uuid: other })
  Object.assign(tracker.tasks.get(taskUuid) ?? {}, { status: 'In review' })
  await hook(taskEvent('task_updated'))
  await idle()
  expect(root.text).toContain('In review')
  await command(`comment ${taskUuid} From Slack`)
  await idle()
  expect(said()).toEqual([expect.stringContaining('From Slack')])
  expect(slack.thread(root.ts).at(-1)).toContain('From Slack')
})

test('one thing alone comes without a summary; edited in the night, it says what it says now; deleted, nothing', async () => {
  const { customerSays, hook, idle, tracker, said, until } = await atNight()
  const edited = await customerSays('A first wording')
  const deleted = await customerSays('A slip')
  tracker.comments.set(edited.uuid, { ...edited, message_plain: 'The last wording' })
  await hook(commentEvent(edited, 'comment_updated'))
  tracker.comments.delete(deleted.uuid)
  await hook(commentEvent(deleted, 'comment_deleted'))
  await idle()
  await until(morning)
  expect(said()).toEqual(['↳ Casey Jones: The last wording'])
})

test('a card that waits says in the morning what is true then', async () => {
  const { customerSays, hook, idle, tracker, slack, until } = await atNight()
  const other = addTask(tracker, 'Data import')
  await customerSays('Done soon', { associated_object_uuid: other })
  Object.assign(tracker.tasks.get(other) ?? {}, { status: 'In review' })
  await hook(taskEvent('task_updated', { uuid: other, name: 'Data import' }))
  await idle()
  await until(morning)
  expect(slack.roots(channel).at(-1)?.text).toMatch(/Data import[^]*In review/)
})

test('what comes while the held posts go out stands behind them', async () => {
  const { customerSays, hook, tracker, said, until, slack } = await atNight()
  for (const text of ['One', 'Two', 'Three']) await customerSays(text)
  const late = commentEvent(tracker.addComment({ message_plain: 'Four' }))
  let sent = false
  slack.fault.next = async ({ method, args }) => {
    if (sent || method !== 'chat.postMessage' || !String(args['text']).includes('During')) return undefined
    sent = true
    await hook(late)
    return undefined
  }
  await until(morning)
  await expect.poll(said).toHaveLength(5)
  expect(
    said()
      .slice(1)
      .map((text) => /One|Two|Three|Four/.exec(text)?.[0]),
  ).toEqual(['One', 'Two', 'Three', 'Four'])
})

test('many lines stand in the summary alone, comments never do', async () => {
  const { customerSays, hook, idle, said, until } = await atNight({ burstSize: 3 })
  for (let n = 0; n < 3; n++)
    await hook(subtaskEvent('subtask_completed', { uuid: `s-${n}`, name: `Step ${n}` }))
  await idle()
  await customerSays('Still here')
  await hook(taskEvent('task_updated'))
  await idle()
  await until(morning)
  expect(said()).toMatchInlineSnapshot(`
    [
      "During quiet hours (22:00–07:00, Europe/Berlin):",
      "↳ Subtask completed: Step 0, by Casey Jones",
      "↳ Subtask completed: Step 1, by Casey Jones",
      "↳ Subtask completed: Step 2, by Casey Jones",
      "↳ Casey Jones: Still here",
    ]
  `)
})

test.each([
  ['sooner', { ...quiet, to: '23:30' }, 'at once'],
  ['later', { ...quiet, to: '09:00' }, 'then'],
  ['never', undefined, 'at once'],
])('hours that are changed in the night to end %s let go', async (_, changed, when) => {
  const { customerSays, said, until, database, bot, clock, idle } = await atNight()
  await customerSays('Held')
  clock.now = Date.parse('2026-11-21T22:45:00Z')
  await setTo(database, { quiet: changed })
  await database.transaction((tx) =>
    bot.deps.lanes.enqueue(tx, [{ kind: 'post', lane: channel, payload: { release: 'end' } }]),
  )
  await idle()
  expect(said()).toHaveLength(when === 'at once' ? 1 : 0)
  if (when === 'at once') return
  clock.now = morning
  await idle()
  expect(said()).toEqual([])
  await until(morning + 2 * 3_600_000)
  expect(said()).toHaveLength(1)
})

test('a process that ends in the night, and one that ends in the middle of the morning, lose nothing', async () => {
  const running = await atNight()
  const { customerSays, said, slack, clock, restart, idle } = running
  for (const text of ['One', 'Two', 'Three']) await customerSays(text)
  await restart()
  let posts = 0
  // The second post works, and its answer is lost; after it Slack is away until the restart.
  slack.fault.next = ({ method }) => {
    if (method !== 'chat.postMessage') return undefined
    posts += 1
    return posts < 3 ? (posts === 2 ? { lost: true, status: 500 } : undefined) : { status: 500 }
  }
  clock.now = morning
  await expect.poll(() => posts, { timeout: 10_000 }).toBeGreaterThan(1)
  await restart()
  slack.fault.next = undefined
  clock.now += 3_600_000
  await expect.poll(() => idle().then(said), { timeout: 10_000 }).toHaveLength(4)
  expect(said().map((text) => /During|One|Two|Three/.exec(text)?.[0])).toEqual([
    'During',
    'One',
    'Two',
    'Three',
  ])
})

test('two nodes hold and release together: everything once, in order', async () => {
  const running = await atNight({ engine: 'postgres' })
  const { tracker, clock, said, idle, hook } = running
  const second = await startNode(running, { now: () => clock.now, laneOptions: { sweepMs: 20 } })
  onTestFinished(second.close)
  const texts = Array.from({ length: 12 }, (_, n) => `number ${n}.`)
  for (const text of texts)
    await hook(commentEvent(tracker.addComment({ message_plain: text, created_by_uuid: customer })))
  await idle()
  await second.bot.lanes.idle()
  expect(said()).toEqual([])
  clock.now = morning
  await expect.poll(said, { timeout: 15_000 }).toHaveLength(13)
  expect(
    said()
      .slice(1)
      .map((text) => /number \d+\./.exec(text)?.[0]),
  ).toEqual(texts)
})

test('a channel that is shared in the night gets none of what waited', async () => {
  const { customerSays, said, slack, slackEvent, clock, idle } = await atNight()
  await customerSays('Not for them')
  await customerSays('Nor this')
  slack.shared.add(channel)
  await slackEvent({
    type: 'channel_shared',
    channel,
    connected_team_id: 'T2',
    event_ts: String(clock.now / 1_000),
  })
  await idle()
  clock.now = morning
  await idle()
  await expect.poll(() => idle().then(() => said().filter((text) => /them|this/.test(text)))).toEqual([])
  expect(slack.roots(channel).filter(({ text }) => text.startsWith('During'))).toEqual([])
})
