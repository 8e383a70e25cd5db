import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { buttonOf, type Answered } from '../support/pressing.ts'
import { botWithThread, channel, dana } from '../support/running-bot.ts'
import { task, taskUuid } from '../support/stand-in-tracker.ts'
import { rootTs, threadOfPeople } from '../support/thread-of-people.ts'

type Running = Awaited<ReturnType<typeof botWithThread>>

const mention = async ({ mentions, idle }: Running, words: string, thread_ts: string) => {
  await mentions(words, { thread_ts })
  await idle()
}

const comments = ({ tracker }: Running) =>
  tracker.attempts.map(({ task_uuid: uuid, message_plain: text }) => [uuid, text])

/** Another task of the channel's project. */
const another = async ({ customerSays, tracker }: Running, name: string) => {
  const uuid = randomUUID()
  tracker.tasks.set(uuid, { ...task, uuid, name })
  await customerSays('Hi', { associated_object_uuid: uuid })
  return uuid
}

test('a task’s whole name needs no quotes; of two, the longer that fits is meant', async () => {
  const running = await botWithThread()
  const longer = await another(running, `${task.name}, part two`)
  await running.types(`comment ${task.name.toUpperCase()}: We are ready`)
  await running.types(`comment ${task.name}, part two We are late`)
  await running.idle()
  expect(comments(running)).toEqual([
    [taskUuid, 'Dana Smith (Slack): We are ready'],
    [longer, 'Dana Smith (Slack): We are late'],
  ])
})

test('a name that two tasks have is a choice, and no comment', async () => {
  const running = await botWithThread()
  await another(running, task.name)
  const { text } = await running.command(`comment ${task.name} We are ready`)
  expect(text).toContain('2 tasks match')
  await running.idle()
  expect(comments(running)).toEqual([])
})

test('in a task’s thread, comment and task mean that task', async () => {
  const running = await botWithThread()
  await mention(running, 'comment On Monday, all of us', running.root.ts)
  expect(comments(running)).toEqual([[taskUuid, 'Dana Smith (Slack): On Monday, all of us']])
  await mention(running, 'task', running.root.ts)
  expect(running.slack.whispers(dana).at(-1)).toContain(`${task.name}>`)
})

test('comment without a task opens the dialog, with the words that were typed', async () => {
  const running = await botWithThread()
  void running.command('comment call the *customer* back')
  const { blocks } = await running.viewIn()
  const inputs = blocks.flatMap(({ element }) => element?.type ?? [])
  expect(inputs).toEqual(['external_select', 'plain_text_input'])
  expect(blocks.at(-1)?.element?.initial_value).toBe('call the *customer* back')
  await running.idle()
  expect(comments(running)).toEqual([])
})

test('comment with a task that isn’t found asks which one, and keeps the words apart from its name', async () => {
  const running = await botWithThread()
  void running.command('comment "Handover" We are ready on *Tuesday*')
  const view = await running.viewIn()
  expect(JSON.stringify(view.blocks[0])).toContain('No task found for “Handover”')
  expect(view.blocks.at(-1)?.element?.initial_value).toBe('We are ready on *Tuesday*')
  expect(view.private_metadata).not.toContain('Handover')
})

test('comment with a task and no words opens the task’s dialog; by mention, behind a button', async () => {
  const running = await botWithThread()
  await mention(running, 'comment', running.root.ts)
  const said = running.slack.ephemerals(dana).at(-1) as unknown as Answered
  const at = { channel_id: channel, message_ts: '1.0', thread_ts: running.root.ts }
  void running.pressIn(said, 'Open dialog', { container: { type: 'message', is_ephemeral: true, ...at } })
  const { blocks } = await running.viewIn()
  expect(blocks[0]).toMatchObject({ type: 'section', text: { text: task.name } })
})

test('task without a name shows the channel’s only open task, or offers its tasks, and one press shows the chosen', async () => {
  const running = await botWithThread()
  expect((await running.command('task')).text).toContain(`${task.name}>`)
  await another(running, 'Data import')
  const answer = await running.command('task')
  expect(answer.text).toContain('Which task of this channel?')
  expect((await running.pressIn(answer, '1. Data import')).text).toContain('Data import>')
})

test('sync without a name offers the channel’s open tasks, and one press makes the thread the task’s', async () => {
  const running = await botWithThread()
  const thread = await threadOfPeople(running)
  await thread.mention('sync')
  await running.idle()
  const said = running.slack.ephemerals(dana).at(-1) as unknown as Answered
  const { action, value } = buttonOf(said, `1. ${task.name}`)
  const container = { type: 'message', channel_id: channel, message_ts: '1.0', thread_ts: rootTs }
  expect((await running.press(action, value, { container })).text).toContain('This thread is synced with')
})
