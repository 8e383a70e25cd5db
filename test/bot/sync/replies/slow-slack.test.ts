import { expect, test } from 'vitest'
import { botWithThread, channel, dana } from '../../support/running-bot.ts'
import { replyRows } from '../../support/rows/post-rows.ts'

/** A bot that has just started, while its calls to Slack get no answer until `answers`. */
const whileSlackHangs = async () => {
  const running = await botWithThread()
  const held = Promise.withResolvers<undefined>()
  running.slack.fault.next = () => held.promise
  await running.restart()
  const answers = () => {
    running.slack.fault.next = undefined
    held.resolve(undefined)
  }
  return { ...running, answers }
}

test('replies, their edits and commands are acknowledged while Slack answers no call, and done when it does', async () => {
  const { say, slackEvent, idle, tracker, slack, root, answers, database, mentions } = await whileSlackHangs()
  const { ts, response } = await say('On Mondey')
  const message = { type: 'message', user: dana, ts, thread_ts: root.ts, text: 'On Monday' }
  const edit = { type: 'message', subtype: 'message_changed', channel, message, ts: '1763999999.000100' }
  const text = '<@U0BOT> projects'
  const command = await say(text)
  const toLee = await say('<@U0LEE> please look', {}, '1763900002.000100')
  const statuses = [
    response,
    await slackEvent(edit),
    await mentions('projects', { ts: '1763900001.000100' }),
    command.response,
  ]
  expect([...statuses, toLee.response].map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect((await replyRows(database)).at(-1)?.text).toBe('On Monday')
  answers()
  await expect.poll(() => tracker.attempts, { timeout: 20_000 }).toHaveLength(2)
  await expect.poll(() => slack.ephemerals(dana), { timeout: 20_000 }).toHaveLength(1)
  await idle()
  expect(tracker.asked().sort()).toEqual([
    'Dana Smith (Slack): @Lee Wong please look',
    'Dana Smith (Slack): On Monday',
  ])
})

test('a mention of somebody else answers nothing, though the app did not know its own name', async () => {
  const { slackEvent, idle, slack, answers } = await whileSlackHangs()
  const text = '<@U0LEE> projects'
  const mention = { type: 'app_mention', channel, user: dana, team: 'T1', ts: '1763900003.000100', text }
  expect((await slackEvent(mention)).status).toBe(200)
  answers()
  await idle()
  expect(slack.ephemerals(dana)).toEqual([])
})

test('a reply whose thread only Slack knows is not taken when it is deleted before Slack tells', async () => {
  const { slackEvent, idle, tracker, answers } = await whileSlackHangs()
  const [ts, thread_ts] = ['1763900004.000200', '1763900004.000100']
  const reply = {
    type: 'message',
    channel,
    user: dana,
    ts,
    thread_ts,
    parent_user_id: 'U0BOT',
    text: 'Secret',
  }
  const deletion = {
    type: 'message',
    subtype: 'message_deleted',
    channel,
    deleted_ts: ts,
    previous_message: reply,
    ts: '1763900005.000100',
  }
  for (const event of [reply, deletion]) expect((await slackEvent(event)).status).toBe(200)
  answers()
  await idle()
  expect(tracker.attempts).toEqual([])
})
