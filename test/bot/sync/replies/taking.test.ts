import { forgetPosted, replyRows } from '../../support/rows/post-rows.ts'
import { expect, test } from 'vitest'
import { botWithThread, channel, commentEvent, dana, runningBot } from '../../support/running-bot.ts'
import { deleted, edited } from '../../support/acts.ts'
import { project } from '../../support/stand-in-tracker.ts'

/** A card that stands in Slack, though its answer never came; and a reply under it. These calls fail from then on. */
const unconfirmedCard = async (unreadable: RegExp) => {
  const { hook, slack, tracker, command, writes, until, idle } = await runningBot()
  await command(`subscribe "${project.name}"`)
  let lost = 1
  slack.fault.next = ({ method }) => {
    if (method === 'chat.postMessage' && lost-- > 0) return { status: 500, lost: true }
    return unreadable.test(method) ? { status: 503 } : undefined
  }
  await hook(commentEvent(tracker.addComment({ message_plain: 'A question' })))
  await until(() => expect(slack.roots(channel)).toHaveLength(1))
  const { response } = await writes('Early', slack.roots(channel)[0]?.ts)
  expect(response.status).toBe(200)
  return { slack, tracker, until, idle }
}

test('a reply under a card whose answer never came is taken', async () => {
  const { slack, tracker, until, idle } = await unconfirmedCard(/^conversations\.history/)
  await until(() => expect(tracker.attempts).toHaveLength(1))
  slack.fault.next = undefined
  await idle()
})

test('a reply is kept while nobody can tell whose thread it is in, and taken when Slack tells', async () => {
  const { slack, tracker, until, idle } = await unconfirmedCard(/^conversations\.(history|replies)/)
  expect(tracker.attempts).toEqual([])
  slack.fault.next = undefined
  await until(() => expect(tracker.attempts).toHaveLength(1))
  await idle()
})

test.each([
  ['nulls where Slack mostly says nothing', { subtype: null, bot_id: null, files: null, attachments: null }],
  ['a file of unknown shape', { subtype: 'file_share', files: [null, 7, { name: 9 }] }],
  ['its broadcast to the channel', { subtype: 'thread_broadcast', root: { text: 'whatever' } }],
])('a reply with %s is taken', async (_, facts) => {
  const { tracker, says } = await botWithThread()
  await says('These words', facts)
  expect(tracker.attempts[0]?.message_plain).toContain('Dana Smith (Slack): These words')
})

test('a file without a word, and a message passed on without a word, are taken', async () => {
  const { say, tracker, says } = await botWithThread()
  await say('', {
    subtype: 'file_share',
    text: null,
    files: [{ title: 'Plan', permalink: 'https://f.example/1' }],
  })
  const shared = { is_share: true, from_url: 'https://slack.example/p1', author_name: 'Robin' }
  await says('', { attachments: [shared] })
  expect(tracker.asked()).toEqual([
    'Dana Smith (Slack): 📎 Plan https://f.example/1',
    'Dana Smith (Slack): 📎 a message of Robin https://slack.example/p1',
  ])
})

test('a link that Slack unfurls, and a broadcast that it reports as a change, are no edits', async () => {
  const { idle, tracker, slack, slackEvent, says } = await botWithThread()
  const { ts } = await says('See <https://x.example>')
  const { message, ...change } = edited(ts, 'See <https://x.example>')
  for (const subtype of [undefined, 'thread_broadcast'])
    await slackEvent({ ...change, message: { ...message, subtype, attachments: [{ id: 1 }] } })
  await idle()
  expect(tracker.attempts).toHaveLength(1)
  expect(slack.ephemerals(dana)).toHaveLength(0)
})

test('two people who write the same in the same second are two comments', async () => {
  const { say, idle, tracker } = await botWithThread()
  await Promise.all([
    say('Agreed', {}, '1763900000.000800'),
    say('Agreed', { user: 'U0CASEY' }, '1763900000.000801'),
    say('Agreed', {}, '1763900000.000802'),
  ])
  await idle()
  expect(tracker.asked().sort()).toEqual([
    'Casey Jones (Acme Corp, Slack): Agreed',
    'Dana Smith (Slack): Agreed',
    'Dana Smith (Slack): Agreed',
  ])
})

/** A thread in Slack whose card the database doesn't have, as after the app was installed again. */
const forgotten = async () => {
  const running = await botWithThread()
  const { database, slack } = running
  await forgetPosted(database)
  const reply = (text: string, facts: object = {}) => running.say(text, { parent_user_id: 'U0BOT', ...facts })
  const told = () => slack.whispers(dana)
  return { ...running, reply, told }
}

test('a reply under a card that the database does not have stays in Slack, and its author is told each time', async () => {
  const { reply, idle, tracker, told } = await forgotten()
  await reply('One')
  await reply('Two')
  await idle()
  expect(tracker.attempts).toEqual([])
  const words =
    'Your reply stays in Slack: the app doesn’t know this thread’s task any more.\nComment with /onboard comment, or reply in the task’s newer thread.'
  expect(told()).toEqual([words, words])
})

test('threads of other people, of announcements and of answers stay theirs', async () => {
  const { say, tracker, slack, told, root, says } = await forgotten()
  await say('Under somebody else', { parent_user_id: dana })
  Object.assign(root.metadata?.event_payload ?? {}, { kind: 'project_completed' })
  await say('Congratulations', { parent_user_id: 'U0BOT' })
  Object.assign(root, { metadata: undefined })
  await says('Thanks', { parent_user_id: 'U0BOT' })
  expect(tracker.attempts).toEqual([])
  expect(told()).toEqual([])
  expect(slack.made('reactions.add')).toEqual([])
})

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
  const { say, slackEvent, idle, tracker, slack, answers, database, mentions } = await whileSlackHangs()
  const { ts, response } = await say('On Mondey')
  const text = '<@U0BOT> projects'
  const command = await say(text)
  const toLee = await say('<@U0LEE> please look', {}, '1763900002.000100')
  const statuses = [
    response,
    await slackEvent(edited(ts, 'On Monday')),
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
  const { writes, slackEvent, idle, tracker, answers } = await whileSlackHangs()
  const ts = '1763900004.000200'
  const { response } = await writes('Secret', '1763900004.000100', { parent_user_id: 'U0BOT' }, ts)
  const deletion = await slackEvent(deleted(ts))
  expect([response.status, deletion.status]).toEqual([200, 200])
  answers()
  await idle()
  expect(tracker.attempts).toEqual([])
})
