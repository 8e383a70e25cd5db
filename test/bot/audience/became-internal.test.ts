import { expect, test } from 'vitest'
import { botWithThread, channel, commentEvent, taskEvent } from '../support/running-bot.ts'
import { setTo } from '../support/rows/subscription-rows.ts'
import { hideTasks } from '../support/rows/known-rows.ts'
import { project } from '../support/stand-in-tracker.ts'
import { deleted, edited } from '../support/acts.ts'

const [done, warning] = ['white_check_mark', 'warning']
const guest = { user: 'U0GUEST' }
const casey = { user: 'U0CASEY', user_team: 'T2' }

/** A channel that others read knowingly, with a task's card in it. */
const sharedThread = async (changes: Parameters<typeof botWithThread>[0] = {}) => {
  const running = await botWithThread(changes)
  const { slack, bot, confirmed } = running
  slack.shared.add(channel)
  slack.guests.add(channel)
  bot.deps.slack.forgetChannel(channel)
  await confirmed(`subscribe "${project.name}"`)
  return running
}

const secret = 'Margin review'

test('a guest’s reply whose first attempt failed is not sent once the task is internal', async () => {
  const { say, slack, tracker, idle, database } = await sharedThread()
  tracker.control.onCreate = () => ({ fails: 'unreachable' })
  const { ts } = await say('Let me in', guest)
  await expect.poll(() => tracker.attempts).not.toHaveLength(0)
  await hideTasks(database, secret)
  const sent = tracker.attempts.length
  tracker.control.onCreate = () => 'works'
  await expect.poll(() => slack.reactions(ts)).toContain(warning)
  await idle()
  expect(tracker.attempts).toHaveLength(sent)
  expect(slack.whispers(guest.user).at(-1)).toContain('no longer shared with this channel')
})

test('the rest of a guest’s long reply is not sent if the task becomes internal between two comments', async () => {
  const { say, slack, tracker, idle, database } = await sharedThread()
  tracker.control.onCreated = () => hideTasks(database, secret)
  const { ts } = await say(`${'All is well. '.repeat(800)} Secret end.`, guest)
  await expect.poll(() => slack.reactions(ts)).toContain(warning)
  await idle()
  expect(tracker.attempts).toHaveLength(1)
  const told = slack.whispers(guest.user).at(-1)
  expect(told).toContain('The rest of it wasn’t sent')
  expect(told).toContain('Secret end.')
  expect(told).not.toContain(secret)
})

test('a task that only its event calls internal is internal in a shared channel, although the app knew it as visible', async () => {
  const { changeTask, send, customerSays, slack } = await sharedThread()
  changeTask({ is_internal: undefined })
  await send(taskEvent('task_updated', { is_internal: true }))
  await customerSays(secret)
  expect(JSON.stringify(slack.messages)).not.toContain(secret)
})

test('a comment whose answer never came is still confirmed by its echo after the task became internal', async () => {
  const { say, slack, tracker, idle, hook, database } = await sharedThread()
  tracker.control.onCreate = () => ({ fails: 'unknown', created: true })
  const { ts } = await say('Before it was hidden', guest)
  await expect.poll(() => tracker.attempts).toHaveLength(1)
  await hideTasks(database, secret)
  const echo = tracker.newest()
  await hook(commentEvent(echo))
  await expect.poll(() => slack.reactions(ts)).toEqual([done])
  await idle()
  expect(tracker.attempts).toHaveLength(1)
})

test('an outsider who edits an old reply learns no new name of a task that is internal now, a colleague does', async () => {
  const { say, slack, slackEvent, idle, says, database } = await sharedThread()
  const stranger = await say('From outside', casey)
  const colleague = await says('From inside', { user: 'U0LEE' })
  const told = (user: string) => slack.whispers(user)
  await slackEvent(edited(stranger.ts, 'Before', casey.user))
  await idle()
  expect(told(casey.user).at(-1)).toContain('the comment on “Kick-off call” is unchanged')
  await hideTasks(database, secret)
  await slackEvent(edited(stranger.ts, 'After', casey.user))
  await slackEvent(edited(colleague.ts, 'After', 'U0LEE'))
  await idle()
  expect(told(casey.user).at(-1)).toContain('the comment on the task is unchanged')
  expect(told('U0LEE').at(-1)).toContain(secret)
})

type Shared = Awaited<ReturnType<typeof sharedThread>>

/** Each brings its author one message about the task, which is hidden before. */
const tells: Readonly<Record<string, (running: Shared) => Promise<unknown>>> = {
  'a reply that stays in Slack because the channel takes none': async ({ say, database }) => {
    await hideTasks(database, secret)
    await setTo(database, { replies: 'one-way' })
    await say('Hello?', casey)
  },
  'a reply to a deleted task': async ({ say, tracker, send, database }) => {
    tracker.tasks.clear()
    await send(taskEvent('task_deleted'))
    await hideTasks(database, secret)
    await say('Hello?', casey)
  },
  'a reply that was deleted before it was delivered': async ({ say, slackEvent, root, database }) => {
    await hideTasks(database, secret)
    const ts = '1763900000.000900'
    const before = { type: 'message', user: casey.user, ts, thread_ts: root.ts, text: 'Hello?' }
    await slackEvent({ ...deleted(ts), previous_message: before })
    await say('Hello?', casey, ts)
  },
  'a reply whose comment nobody confirms': async ({ say, tracker, until, database }) => {
    tracker.control.onCreate = () => ({ fails: 'unknown' })
    await say('Hello?', casey)
    await until(() => expect(tracker.attempts).toHaveLength(1))
    await hideTasks(database, secret)
  },
  'a reply that is given up': async ({ say, tracker, database }) => {
    let tries = 0
    const fails = async () => {
      // After the third, nobody asks again whether it may be sent.
      if (++tries === 3) await hideTasks(database, secret)
      throw new TypeError('a bug')
    }
    Object.assign(tracker.api, { createComment: fails })
    await say('Hello?', casey)
  },
}

test.each(Object.keys(tells))(
  '%s: an outsider is told so, and no new name of an internal task',
  async (which) => {
    const running = await sharedThread({ echoWaitMs: 500 })
    const { slack, idle, until } = running
    await tells[which]?.(running)
    await until(() => expect(slack.ephemerals(casey.user)).toHaveLength(1))
    await idle()
    expect(JSON.stringify(slack.ephemerals(casey.user))).not.toContain(secret)
  },
)
