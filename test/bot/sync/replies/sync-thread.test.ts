import { expect, test } from 'vitest'
import type { Tx } from '../../../../src/bot/store/database.ts'
import { joinedTask, joinThread } from '../../../../src/bot/sync/store/task-threads.ts'
import { isLine, type Trouble } from '../../support/slack/trouble.ts'
import { engines } from '../../../support/databases.ts'
import { putChannelSettings, defaultSettings } from '../../../../src/bot/store/channel-settings.ts'
import {
  botWithThread,
  channel,
  commentEvent,
  dana,
  runningBot,
  withMore,
} from '../../support/running-bot.ts'
import { project, task, taskUuid } from '../../support/stand-in-tracker.ts'
import { valueOf } from '../../support/pressing.ts'
import { rootTs, threadOfPeople } from '../../support/thread-of-people.ts'
import { validateView } from '../../../support/slack-limits.ts'

const other = '33333333-3333-4333-8333-333333333333'

/** The channel receives the project, no task of it was seen, and people began a thread. */
const subscribed = async (changes: Parameters<typeof runningBot>[0] = {}) => {
  const running = await runningBot(changes)
  await running.command(`subscribe "${project.name}"`)
  return withMore(running, { thread: await threadOfPeople(running) })
}

for (const engine of engines)
  test(`Sync thread with a task: its replies become comments, and the task’s comments appear in it (${engine})`, async () => {
    const running = await subscribed({ engine })
    const { customerSays, slack, thread } = running
    await thread.shortcut()
    validateView(await thread.opened())
    expect(await thread.sync()).toContain('This thread is synced with')
    const [card, line] = slack.thread(rootTs)
    expect(card).toContain(`Task`)
    expect(line).toContain(`<@${dana}> synced this thread with the task`)
    expect(line).toContain('Acme Corp reads replies.')
    const ts = await thread.reply('We start on Monday')
    await customerSays('Fine with us')
    expect(running.tracker.asked()).toEqual(['Dana Smith (Slack): We start on Monday'])
    expect(slack.reactions(ts)).toEqual(['white_check_mark'])
    expect(slack.thread(rootTs).at(-1)).toContain('Fine with us')
    expect(slack.roots(channel)).toEqual([])
  })

test('@Onboarding sync in a thread does the same, and a press that is repeated says it once', async () => {
  const { thread, slack, idle, tracker } = await subscribed()
  await thread.mention(`sync ${taskUuid}`)
  await thread.mention(`sync ${project.internal_project_url}#task-${taskUuid}`)
  expect(await thread.sync()).toContain('This thread is synced with')
  expect(slack.thread(rootTs).filter((text) => text.includes('synced this thread'))).toHaveLength(1)
  await thread.reply('We start on Monday')
  await idle()
  expect(tracker.asked()).toHaveLength(1)
})

test('outside of a thread the command says where it belongs', async () => {
  const running = await subscribed()
  expect((await running.command(`sync ${taskUuid}`)).text).toContain('as a reply in the thread')
})

test('a task that has a thread goes on in the new one, and replies under its card still become comments', async () => {
  const running = await botWithThread()
  const { slack, tracker, hook, idle, say, root } = running
  const thread = await threadOfPeople(running)
  await thread.sync()
  await hook(commentEvent(tracker.addComment({ message_plain: 'Now here' })))
  await say('Under the card')
  await thread.reply('In the thread')
  await idle()
  expect(running.tracker.asked().sort()).toEqual([
    'Dana Smith (Slack): In the thread',
    'Dana Smith (Slack): Under the card',
  ])
  expect(slack.thread(rootTs).at(-1)).toContain('Now here')
  expect(slack.thread(root.ts).join()).not.toContain('Now here')
})

test('in a flat channel the thread is used all the same', async () => {
  const running = await botWithThread()
  const { customerSays, slack } = running
  await running.database.transaction((tx) =>
    putChannelSettings(tx, channel, { ...defaultSettings, layout: 'flat' }, { user: dana, at: 1 }),
  )
  const thread = await threadOfPeople(running)
  await thread.sync()
  await customerSays('Not flat')
  expect(slack.thread(rootTs).at(-1)).toContain('Not flat')
})

test('a thread under another task’s card, and a channel that doesn’t receive the project, are refused with the next step', async () => {
  const running = await botWithThread()
  running.tracker.tasks.set(other, { ...task, uuid: other, name: 'Data import' })
  const thread = await threadOfPeople(running)
  expect(await thread.sync(other, { ts: running.root.ts, bot_id: 'B0BOT' })).toContain(`“${task.name}”`)
  await running.command(`unsubscribe "${project.name}"`)
  expect(await thread.sync()).toContain('isn’t subscribed to')
  await thread.reply('Stays in Slack')
  await running.idle()
  expect(running.tracker.asked()).toEqual([])
})

test('an internal task is not synced where people outside the team read', async () => {
  const { thread, shares, confirmed, tracker, slack } = await subscribed()
  shares()
  await confirmed(`subscribe "${project.name}"`)
  tracker.tasks.set(taskUuid, { ...task, is_internal: true })
  expect(await thread.sync()).toContain('is an internal task')
  expect(slack.thread(rootTs)).toEqual([])
  tracker.tasks.set(taskUuid, task)
  expect(await thread.sync()).toContain('This thread is synced with')
  expect(JSON.stringify(slack.messages)).not.toContain(project.internal_project_url)
})

test('a project that the shared channel was not subscribed to as such is not shown there', async () => {
  const { thread, shares, slack } = await subscribed()
  shares()
  expect(await thread.sync()).toContain('isn’t subscribed to')
  expect(slack.thread(rootTs)).toEqual([])
})

test('a dialog without a task, and a tracker that is away, are told', async () => {
  const { thread, tracker } = await subscribed()
  await thread.shortcut()
  const answer = await thread.submit(await thread.opened(), undefined)
  expect(await answer.json()).toEqual({
    response_action: 'errors',
    errors: { comment_task: 'Choose a task first.' },
  })
  tracker.control.down = 'unreachable'
  expect(await thread.sync()).toContain('tracker')
})

test('once the thread’s first message is gone, the task begins a thread of its own', async () => {
  const { customerSays, slack, thread } = await subscribed()
  await thread.sync()
  slack.refuses({ method: 'chat.postMessage', thread_ts: rootTs }, 'thread_not_found')
  await customerSays('Where to?')
  const card = slack.roots(channel).at(-1)
  expect(card?.text).toContain('Task')
  expect(slack.thread(card?.ts)).toEqual([expect.stringContaining('Where to?')])
})

test('what was said in the thread while the bot was away becomes comments', async () => {
  const clock = { ahead: 0 }
  const { thread, restart, slack, idle, tracker } = await subscribed({ now: () => Date.now() + clock.ahead })
  await thread.sync()
  await restart(async () => {
    clock.ahead += 30 * 60_000
    const ts = ((Date.now() + clock.ahead) / 1_000).toFixed(6)
    slack.said.push({ type: 'message', user: dana, text: 'While away', ts, thread_ts: rootTs })
    clock.ahead += 30 * 60_000
  })
  await idle()
  expect(tracker.asked()).toEqual(['Dana Smith (Slack): While away'])
})

test('Stop syncing: replies stay in Slack again, and the task goes on in a thread of its own', async () => {
  const { customerSays, slack, thread, until, tracker } = await subscribed()
  await thread.sync()
  const line = slack.messages.find(({ text }) => text.includes('synced this thread'))
  const key = /\d+\.\d+@[0-9a-f-]{36}@\d+/.exec(JSON.stringify(line))?.[0] ?? ''
  await thread.pressed('stop_syncing', key)
  await until(() => expect(slack.thread(rootTs).join()).toContain('stopped syncing this thread'))
  await thread.reply('Among us')
  await customerSays('Elsewhere')
  expect(tracker.asked()).toEqual([])
  const card = slack.roots(channel).at(-1)
  expect(slack.thread(card?.ts)).toEqual([expect.stringContaining('Elsewhere')])
  await thread.sync()
  expect(slack.thread(rootTs).filter((text) => text.includes('synced this thread'))).toHaveLength(1)
})

test('where outsiders read, the line has no button: the shortcut offers *Stop syncing* to its user alone', async () => {
  const { slack, thread, shares, confirmed, until } = await subscribed()
  shares()
  await confirmed(`subscribe "${project.name}"`)
  await thread.sync()
  const line = slack.messages.find(({ text }) => text.includes('synced this thread'))
  expect(JSON.stringify(line)).not.toContain('stop_syncing')
  await thread.shortcut()
  const offers = () => JSON.stringify(slack.made('chat.postEphemeral'))
  await until(() => expect(offers()).toContain('This thread is synced with'))
  await thread.pressed('stop_syncing', valueOf(slack.made('chat.postEphemeral').at(-1), 'stop_syncing'))
  await until(() => expect(slack.thread(rootTs).join()).toContain('stopped syncing this thread'))
})

/** The thread is synced with the task, and with another one while the first's card is on its way. */
const movedMeanwhile = async (engine: (typeof engines)[number], trouble: Trouble | undefined) => {
  const running = await subscribed({ engine, laneOptions: { sweepMs: 20 } })
  const { database, mentions, slack, tracker, until } = running
  tracker.tasks.set(other, { ...task, uuid: other, name: 'Data import' })
  const syncs = (uuid: string) => mentions(`sync ${uuid}`, { thread_ts: rootTs })
  let isFirst = true
  slack.fault.next = async (call) => {
    if (!isLine(call) || !isFirst) return undefined
    isFirst = false
    await syncs(other)
    await until(async () => expect(await joinedTask(database.sql, channel, rootTs)).toBe(other))
    return trouble
  }
  await syncs(taskUuid)
  await until(() => expect(slack.thread(rootTs).at(-1) ?? '').toContain('synced this thread with the task'))
  await running.idle()
  return running
}

for (const engine of engines)
  test.each([
    { becomes: 'posted', trouble: undefined, cards: [task.name, 'Data import'] },
    { becomes: 'refused', trouble: { status: 429, headers: { 'retry-after': '1' } }, cards: ['Data import'] },
  ])(
    `a thread that moves while its first task’s card is being $becomes belongs to the second alone (${engine})`,
    async ({ trouble, cards }) => {
      const { customerSays, slack, thread, tracker } = await movedMeanwhile(engine, trouble)
      const expected = [...cards, 'synced this thread with the task'].map((text) =>
        expect.stringContaining(text),
      )
      expect(slack.thread(rootTs)).toEqual(expected)
      expect(slack.thread(rootTs).at(-1)).toContain('Data import')
      expect(slack.roots(channel)).toEqual([])
      await customerSays('Of the first')
      await thread.reply('For the import')
      expect(slack.thread(rootTs)).toEqual(expected)
      const card = slack.roots(channel).at(-1)
      expect(card?.text).toContain(task.name)
      expect(slack.thread(card?.ts)).toEqual([expect.stringContaining('Of the first')])
      await expect.poll(() => tracker.attempts).toMatchObject([{ task_uuid: other }])
    },
  )

for (const engine of engines)
  test(`of two people who sync a thread with two tasks at once, the later one moves it (${engine})`, async () => {
    const { database } = await runningBot({ engine })
    const begun = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const joins = (tx: Tx, task: string) =>
      joinThread(tx, { channel, threadTs: rootTs, taskUuid: task }, { user: dana, at: 1 })
    const first = database.transaction(async (tx) => {
      await joins(tx, taskUuid)
      begun.resolve()
      await held.promise
    })
    await begun.promise
    const second = database.transaction((tx) => joins(tx, other))
    // The second one has read by then that nobody synced the thread, where the engine lets it.
    setTimeout(held.resolve, 300)
    await first
    expect(await second).toBe(true)
    expect(await joinedTask(database.sql, channel, rootTs)).toBe(other)
  })

test('a thread that is synced with another task moves there, and the first task begins a thread of its own', async () => {
  const { customerSays, slack, tracker, thread } = await subscribed()
  tracker.tasks.set(other, { ...task, uuid: other, name: 'Data import' })
  await thread.sync()
  await thread.sync(other)
  await thread.reply('For the import')
  await customerSays('Of the first')
  expect(tracker.attempts).toMatchObject([{ task_uuid: other }])
  expect(slack.thread(rootTs).join()).not.toContain('Of the first')
  expect(slack.roots(channel).at(-1)?.text).toContain(task.name)
})
