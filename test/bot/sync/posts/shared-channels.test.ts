import { expect, test } from 'vitest'
import { soon } from '../../support/acts.ts'
import { engines } from '../../../support/databases.ts'
import { secrets, twoCustomers, channels, globex } from '../../audience/two-customers.ts'
import { skipReasons, postRows } from '../../support/rows/post-rows.ts'
import {
  channel,
  commentEvent,
  dana,
  runningBot,
  taskEvent,
  projectEvent,
} from '../../support/running-bot.ts'
import { slackAway, type SlackAwayChanges } from '../../support/slack-away.ts'
import { project, task, taskUuid } from '../../support/stand-in-tracker.ts'

const globexAccount = { id: 'a2', name: 'Globex', logo_path: null }
const notReceived = 'the channel does not receive the project'
const isInternal = 'the task is internal or may be, and others read the channel'

type Waiting = Awaited<ReturnType<typeof slackAway>>

/** Another organization reads the channel, and whoever subscribed it knew. */
const shareKnowingly = async ({ shares, command, confirmed }: Waiting) => {
  shares()
  await command('unsubscribe account:Acme Corp')
  await confirmed(`subscribe "${project.name}" all`)
}

const sharedAway = async (changes: SlackAwayChanges = {}) => {
  const waiting = await slackAway(changes)
  await shareKnowingly(waiting)
  waiting.goAway()
  return waiting
}

const becomesInternal = async ({ tracker, send }: Waiting, uuid: string) => {
  Object.assign(tracker.tasks.get(uuid) ?? {}, { is_internal: true })
  await send(taskEvent('task_updated', { uuid, is_internal: true }))
}

test('a comment by command on another customer’s task is made, and the shared channel reads nothing of it', async () => {
  const { slack, tracker, command, pressIn, idle, database } = await twoCustomers()
  const shown = slack.roots(channels.shared).length
  const asked = await command(`comment ${globex.task} Ours alone`, { channel_id: channels.shared })
  await pressIn(asked, 'Send', { channel: { id: channels.shared } })
  await idle()
  expect(tracker.attempts.at(-1)).toMatchObject({ task_uuid: globex.task })
  expect(slack.roots(channels.shared)).toHaveLength(shown)
  const read = JSON.stringify(slack.messages.filter((message) => message.channel === channels.shared))
  expect(read).not.toMatch(new RegExp([...secrets.globex, 'Ours alone'].join('|')))
  const told = slack.ephemerals(dana).filter((message) => message['channel'] === channels.shared)
  expect(told.map(({ text }) => text)).toEqual([expect.stringContaining('Your comment is on the task')])
  expect(told[0]?.['text']).not.toContain('Continue in')
  // It was not even written down for the channel.
  expect(await skipReasons(database)).toEqual([])
})

test('a comment by command is not shown in a shared channel that is paused, and is in one that receives the project', async () => {
  const { slack, command, pressIn, idle, slackEvent } = await twoCustomers()
  const own = { channel_id: channels['other customer'] }
  const there = { channel: { id: channels['other customer'] } }
  const shown = () => slack.messages.filter(({ text }) => /While (paused|running)/.test(text))
  await pressIn(await command(`comment ${globex.task} While running`, own), 'Send', there)
  await idle()
  expect(shown().map((message) => message.channel)).toContain(channels['other customer'])
  await slackEvent({ type: 'channel_shared', channel: channels['other customer'], event_ts: soon() })
  await idle()
  const before = shown().length
  await pressIn(await command(`comment ${globex.task} While paused`, own), 'Send', there)
  await idle()
  expect(
    shown()
      .slice(before)
      .map((message) => message.channel),
  ).not.toContain(channels['other customer'])
})

test('a comment by command that waited while a shared channel unsubscribed is confirmed to its author alone', async () => {
  const waiting = await sharedAway()
  const { slack, command, pressIn, database, comeBack } = waiting
  await pressIn(await command(`comment ${taskUuid} By command`), 'Send')
  // Only then it waits for Slack: before, the comment itself may be on its way.
  const tried = () => JSON.stringify(slack.made('chat.postMessage').map(({ text }) => text))
  await expect.poll(tried, { timeout: 10_000 }).toContain('By command')
  await command(`unsubscribe "${project.name}"`)
  await comeBack(() => skipReasons(database), [notReceived])
  expect(slack.messages.filter(({ text }) => text.includes('By command'))).toEqual([])
  expect(slack.whispers(dana).at(-1)).toContain('Your comment is on the task')
})

for (const engine of engines)
  test(`what waits for a task that became internal is not posted in a shared channel (${engine})`, async () => {
    const waiting = await sharedAway({ engine })
    const { tracker, customerSays, said, comeBack, database } = waiting
    const other = crypto.randomUUID()
    tracker.tasks.set(other, { ...task, name: 'Data import' })
    await customerSays('One', { associated_object_uuid: other })
    await customerSays('Of the team')
    await customerSays('Two', { associated_object_uuid: other })
    await becomesInternal(waiting, taskUuid)
    const shown = () => said().map((text) => /Data import|One|Two|Of the team/.exec(text)?.[0])
    await comeBack(shown, ['Data import', 'One', 'Two'])
    expect(await skipReasons(database)).toContain(isInternal)
  })

test('what waits for a project that the channel unsubscribed from is not posted, whoever reads it', async () => {
  const { customerSays, command, tracker, goAway, comeBack, said, database, send } = await slackAway()
  const uuid = '33333333-3333-4333-8333-333333333333'
  const other = { ...project, uuid, name: 'Globex – Rollout', account: globexAccount }
  tracker.projects.push(other)
  const its = crypto.randomUUID()
  tracker.tasks.set(its, { ...task, name: 'Cutover', project: { uuid, name: other.name } })
  await command(`subscribe "${other.name}" all`)
  goAway()
  await customerSays('Not any more')
  const still = tracker.addComment({
    message_plain: 'Still wanted',
    associated_object_uuid: its,
    parent_object_uuid: uuid,
  })
  await send(commentEvent(still))
  await command('unsubscribe account:Acme Corp')
  await command(`unsubscribe "${project.name}"`)
  const lines = () => said().filter((text) => text.startsWith('↳'))
  await comeBack(lines, ['↳ Casey Jones, Globex: Still wanted'])
  expect(await skipReasons(database)).toEqual([notReceived])
})

test('what was said in another channel and waits is not passed on to a shared channel that unsubscribed', async () => {
  const waiting = await sharedAway()
  const { command, writes, slack, said, idle, database, comeBack, customerSays, tracker, send } = waiting
  await command(`subscribe "${project.name}"`, { channel_id: 'C0OTHER' })
  await customerSays('A question')
  await writes('An answer', slack.roots('C0OTHER')[0]?.ts, { channel: 'C0OTHER' })
  await idle()
  const comment = tracker.newest()
  await send(commentEvent(comment))
  await command(`unsubscribe "${project.name}"`)
  await comeBack(() => skipReasons(database), [notReceived, notReceived])
  expect(said().filter((text) => /answer/.test(text))).toEqual([])
})

/** Of messages that should say something else: why they don't. */
const changed = async (database: Parameters<typeof postRows>[0], except?: string) =>
  (await postRows(database, { channel }))
    .filter(
      ({ kind, ts, shown, wanted, error }) =>
        kind !== except && ts !== null && (shown < wanted || error !== null),
    )
    .map(({ error }) => error)

/** A channel with cards of a task and its project, and a comment. `leave`: it doesn't receive them anymore. */
const withCards = async (target: string, { shared = true } = {}) => {
  const running = await runningBot()
  const { slack, tracker, hook, confirmed, send, change, changeTask } = running
  if (shared) slack.shared.add(channel)
  await confirmed(`subscribe ${target} all`)
  const comment = tracker.addComment({ message_plain: 'The first wording' })
  await send(projectEvent('project_created'), commentEvent(comment))
  const texts = () => slack.messages.filter((one) => one.channel === channel).map(({ text }) => text)
  /** Everything that the cards and the comment say becomes something else. */
  const everythingChanges = async () => {
    change({
      name: 'Rollout Nineveh',
      percentage: 77,
      project_owner: { ...project.project_owner, full_name: 'Owner Babylon' },
    })
    changeTask({ name: 'Call Damascus', project: { uuid: project.uuid, name: 'Rollout Nineveh' } })
    const edited = { ...comment, message_plain: 'The second wording', edited_at: '2026-11-21T11:00:00Z' }
    tracker.comments.set(comment.uuid, edited)
    await hook(taskEvent('task_updated', { name: 'Call Damascus' }))
    await hook(commentEvent(edited, 'comment_updated'))
    await send(projectEvent('project_updated', { name: 'Rollout Nineveh' }))
  }
  return { ...running, comment, texts, everythingChanges }
}

test('a project that moved to another customer changes nothing anymore in the shared channel of the one before', async () => {
  const { texts, everythingChanges, tracker, database, confirmed, change } =
    await withCards('account:"Acme Corp"')
  tracker.addAccounts('Globex')
  await confirmed('subscribe account:Globex', { channel_id: 'C0GLOBEX' })
  const before = texts()
  expect(before).toHaveLength(3)
  change({ account: globexAccount })
  await everythingChanges()
  expect(texts()).toEqual(before)
  // A task's card has a new quote, which is withheld.
  expect(await changed(database, 'task_card')).toEqual([])
})

test('after a shared channel unsubscribed its old messages are not changed, but taken back', async () => {
  const { texts, everythingChanges, command, tracker, comment, database, send } = await withCards(
    project.uuid,
  )
  await command(`unsubscribe ${project.uuid}`)
  const before = texts()
  await everythingChanges()
  expect(texts()).toEqual(before)
  expect(await changed(database, 'task_card')).toEqual([])
  tracker.comments.delete(comment.uuid)
  tracker.tasks.delete(taskUuid)
  await send(commentEvent(comment, 'comment_deleted'), taskEvent('task_deleted'))
  expect(texts().join('\n')).not.toContain('first wording')
  expect(texts().filter((text) => /deleted/i.test(text))).toHaveLength(2)
})

test('an update that waited while a shared channel unsubscribed is not made', async () => {
  const { slack, everythingChanges, command, texts, database, idle } = await withCards(project.uuid)
  slack.answers('chat.update', { status: 503 })
  const before = texts()
  const changing = everythingChanges()
  await expect.poll(() => slack.made('chat.update').length).toBeGreaterThan(2)
  await command(`unsubscribe ${project.uuid}`)
  slack.fault.next = undefined
  await changing
  await expect
    .poll(() => idle().then(() => changed(database)), { timeout: 15_000 })
    .toEqual(Array(3).fill('the channel does not receive the project'))
  expect(texts()).toEqual(before)
})

test.each([
  ['a shared channel that receives the project', true, false],
  ['a channel of the team that unsubscribed', false, true],
])('in %s messages stay current', async (_, shared, leaves) => {
  const { texts, everythingChanges, command } = await withCards(project.uuid, { shared })
  if (leaves) await command(`unsubscribe ${project.uuid}`)
  await everythingChanges()
  expect(texts().join('\n')).toMatch(/Rollout Nineveh[^]*Call Damascus[^]*The second wording/)
  // Progress counts internal tasks too.
  expect(texts().join('\n').includes('77%')).toBe(!shared)
})
