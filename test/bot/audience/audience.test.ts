import { soon } from '../support/acts.ts'
import { withoutQuote } from '../../support/without-quote.ts'
import { expect, test } from 'vitest'
import { engines } from '../../support/databases.ts'
import { botWithThread, channel, commentEvent, dana, runningBot, taskEvent } from '../support/running-bot.ts'
import { project } from '../support/stand-in-tracker.ts'
import { postRows } from '../support/rows/post-rows.ts'
import { namedReaders } from '../../../src/bot/audience/messages/subscribed.ts'
import { line, message } from '../../../src/bot/kit/message.ts'

/** A channel with a thread in it, a way to say something new there, and what its maker was told alone. */
const watched = async (changes: Parameters<typeof botWithThread>[0] = {}) => {
  const running = await botWithThread(changes)
  const { idle, slack, slackEvent } = running
  return {
    ...running,
    happens: async (type: string, facts: object = {}) => {
      const answer = await slackEvent({ type, channel, event_ts: soon(), ...facts })
      expect(answer.status).toBe(200)
      await idle()
    },
    said: (text: string) => slack.messages.filter((message) => withoutQuote(message.text).includes(text)),
    told: () => slack.roots(dana).map(({ text }) => text),
  }
}

test.each([
  ['is shared with another organization', 'channel_shared', {}, /shared with another organization/],
  ['is archived', 'channel_archive', {}, /archived/],
  ['is archived and private', 'group_archive', {}, /archived/],
  ['is deleted', 'channel_deleted', {}, /deleted/],
  ['is left by the app', 'channel_left', {}, /no longer in the channel/],
  ['is private and left by the app', 'group_left', {}, /no longer in the channel/],
  ['removes the bot', 'member_left_channel', { user: 'U0BOT' }, /no longer in the channel/],
])(
  'a channel that %s pauses what it receives, and its maker is told once',
  async (_, type, facts, reason) => {
    const { customerSays, happens, said, told, command } = await watched()
    await happens(type, facts)
    await happens(type, facts)
    await customerSays('Is anybody there?')
    expect(said('Is anybody there?')).toEqual([])
    expect(told()).toEqual([expect.stringMatching(reason)])
    expect(told()[0]).toContain(project.name)
    expect((await command('subscriptions')).text).toContain('Paused')
  },
)

test('subscribing again resumes, and a late repetition of the event does not pause it once more', async () => {
  const { customerSays, happens, said, told, confirmed, slack } = await watched()
  const before = `${Math.floor(Date.now() / 1_000) - 5}.000100`
  await happens('channel_shared')
  slack.shared.add(channel)
  await confirmed(`subscribe "${project.name}"`)
  await happens('channel_shared', { event_ts: before })
  await customerSays('Welcome back')
  expect(said('Welcome back')).toHaveLength(1)
  expect(told()).toHaveLength(1)
})

test('a rename, a person who leaves, and an unarchived channel change nothing', async () => {
  const { customerSays, happens, said, told } = await watched()
  await happens('channel_rename', { channel: { id: channel, name: 'acme-live', created: 1 } })
  await happens('member_left_channel', { user: 'U0SAM' })
  await happens('channel_unarchive')
  await customerSays('Still here')
  expect(said('Still here')).toHaveLength(1)
  expect(told()).toEqual([])
})

test('a channel seen to be shared that was not when it was subscribed is paused before anything is posted', async () => {
  const { customerSays, said, told, shares } = await watched()
  shares()
  await customerSays('For us alone')
  await customerSays('And this')
  expect(said('For us alone')).toEqual([])
  expect(said('And this')).toEqual([])
  expect(told()).toEqual([expect.stringContaining('shared with another organization')])
})

test('a channel that was shared, then was not, then is again: that it once was is no excuse', async () => {
  const { customerSays, slack, confirmed, slackEvent } = await runningBot()
  slack.shared.add(channel)
  await confirmed(`subscribe "${project.name}"`)
  slack.shared.delete(channel)
  await slackEvent({ type: 'channel_unshared', channel, is_ext_shared: false, event_ts: soon() })
  slack.shared.add(channel)
  await customerSays('For us')
  expect(slack.roots(channel)).toEqual([])
})

for (const engine of engines)
  test(`what waited for Slack when a channel became shared is withheld for good (${engine})`, async () => {
    const running = await watched({ engine })
    const { said, slack, happens, hook, tracker, confirms, customerSays, database } = running
    let away = true
    slack.fault.next = ({ method }) => (away && method === 'chat.postMessage' ? { status: 503 } : undefined)
    await hook(commentEvent(tracker.addComment({ message_plain: 'Between us' })))
    await expect.poll(() => slack.made('chat.postMessage').length).toBeGreaterThan(2)
    await hook(commentEvent(tracker.addComment({ message_plain: 'And us' })))
    const waiting = () => postRows(database, { state: 'waiting' })
    await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0)
    slack.shared.add(channel)
    await happens('channel_shared')
    await confirms(`subscribe "${project.name}"`)
    away = false
    await customerSays('For everybody')
    await expect.poll(() => said('For everybody').length, { timeout: 15_000 }).toBe(1)
    expect([...said('Between us'), ...said('And us')]).toEqual([])
  })

test('in a paused channel nothing changes but what is taken back', async () => {
  const { happens, root, said, comment, deletes, changeTask, send } = await watched()
  await happens('channel_shared')
  changeTask({ status: 'Waiting for legal' })
  await send(taskEvent('task_updated'))
  expect(root.text).not.toContain('Waiting for legal')
  await deletes(comment)
  expect(said('Where do we start?')).toEqual([])
  expect(said('deleted')).toHaveLength(1)
})

test('two people who subscribed a channel are each told of their own subscriptions alone', async () => {
  const { happens, command, slack, told } = await watched()
  await command('subscribe account:Acme Corp', { user_id: 'U0LEE' })
  await happens('channel_archive')
  expect(told()).toEqual([expect.stringContaining(project.name)])
  const [lee] = slack.roots('U0LEE')
  expect(lee?.text).toContain('Acme Corp')
  expect(lee?.text).not.toContain(project.name)
})

test.each(['conversations.info', 'users.info'])(
  'a Slack that has no %s, as small ones have none, still gets its messages and gives its replies',
  async (missing) => {
    const { customerSays, idle, slack, tracker, confirmed, writes } = await runningBot()
    slack.fault.next = ({ method }) => (method === missing ? { status: 404 } : undefined)
    await confirmed(`subscribe "${project.name}"`)
    await customerSays('Anybody?')
    expect(slack.messages.map(({ text }) => text)).toContain('Casey Jones, Acme Corp: Anybody?')
    await writes('Here.', slack.roots(channel)[0]?.ts)
    await idle()
    expect(tracker.newest().message_plain).toMatch(/\(Slack\): Here\.$/)
  },
)

const nobody = { channel: 'C0ACME', organizations: [], strangers: false, guests: false, unknown: false }

test.each([
  ['Acme Corp', { organizations: ['Acme Corp'] }, 'People from Acme Corp read <#C0ACME>.'],
  [
    'two organizations and guests',
    { organizations: ['Acme Corp', 'Globex'], guests: true },
    'People from Acme Corp and Globex and guests read <#C0ACME>.',
  ],
  ['guests', { guests: true }, 'Guests read <#C0ACME>.'],
  ['an organization without a name', { strangers: true }, 'People from another organization read <#C0ACME>.'],
  ['the team', {}, 'Only your team reads <#C0ACME>.'],
  [
    'an unknown audience',
    { unknown: true },
    'Slack doesn’t say who reads <#C0ACME>. It may be people from outside.',
  ],
])('the sentence that names %s', (_, readers, said) => {
  expect(message(line(...namedReaders({ ...nobody, ...readers }))).text).toBe(said)
})
