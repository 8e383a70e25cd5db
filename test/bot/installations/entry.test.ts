import { expect, onTestFinished, test } from 'vitest'
import { acme, channels } from '../audience/two-customers.ts'
import { actsBy, by } from '../support/acts.ts'
import { dana } from '../support/running-bot.ts'
import { otherTeam, twoInstallations } from '../support/two-installations.ts'
import type { Side } from './crossings/side.ts'
import { type World, worldOf } from './crossings/world.ts'
import { installOf } from './installing.ts'

const twoSides = async () => {
  const world = await worldOf('sqlite', 2)
  onTestFinished(() => world[Symbol.asyncDispose]())
  const [first, second] = world.sides as [Side, Side]
  return { world, first, second }
}

/** A thread of the first workspace in the channel that both see. */
const sharedThread = async () => {
  const two = await twoSides()
  // The comments of both trackers have one uuid, and are in the same channels.
  for (const { tracker } of two.world.sides)
    await two.world.comments(tracker, tracker.mark, { uuid: acme.comment })
  await two.world.bot.lanes.idle()
  const root = two.world.connect.messages.find((message) => message.bot_id === two.first.slack.bot)
  return { ...two, ts: root?.ts }
}

const say = async (world: World, side: Side, channel: string, threadTs: string | undefined) => {
  await world.replies(side, 'Yes.', channel, threadTs)
  return world.trackers.map(({ attempts }) => attempts.length)
}

const projects = (world: World, { n, signed }: Side) =>
  actsBy(signed).types('projects', { channel_id: channels.own, response_url: world.respondAt(n) })

test('a reply in a channel of one workspace is for it alone, though others have the same channel and time', async () => {
  const { world, first, second } = await sharedThread()
  const ts = first.slack.roots(channels.own)[0]?.ts
  expect(second.slack.roots(channels.own)[0]?.ts).toBe(ts)
  expect(await say(world, second, channels.own, ts)).toEqual([0, 1])
})

test('a reply in a channel that two workspaces share is for the one whose thread it is, whichever Slack names', async () => {
  const { world, second, ts } = await sharedThread()
  expect(await say(world, second, channels.shared, ts)).toEqual([1, 0])
})

test('a reply in a shared channel that an app has left is not for that app, though the thread is its own', async () => {
  const { world, first, second, ts } = await sharedThread()
  first.slack.fault.next = ({ args }) =>
    args['channel'] === channels.shared ? { body: { ok: false, error: 'channel_not_found' } } : undefined
  await first.slackEvent({ type: 'channel_left', channel: channels.shared })
  expect(await say(world, second, channels.shared, ts)).toEqual([0, 0])
})

test.each([
  ['at once', true],
  ['in a few seconds, also on a node that does not hear of it', false],
])(
  'an app that is back in a shared channel takes replies %s, whichever workspace Slack names',
  async (_, hears) => {
    const { world, first, second, ts } = await sharedThread()
    first.slack.fault.next = ({ method }) =>
      method === 'conversations.info'
        ? { body: { ok: true, channel: { id: channels.shared, is_member: false, is_ext_shared: true } } }
        : undefined
    await first.slackEvent({ type: 'channel_left', channel: channels.shared })
    expect(await say(world, second, channels.shared, ts)).toEqual([0, 0])
    first.slack.fault.next = undefined
    if (hears)
      await second.slackEvent({ type: 'member_joined_channel', channel: channels.shared, user: 'U0BOT' })
    const timeout = hears ? 3_000 : 10_000
    await expect.poll(() => say(world, second, channels.shared, ts), { timeout }).toEqual([1, 0])
  },
)

test("what a workspace sends after it left is not taken for the environment's", async () => {
  const { world, first, second } = await twoSides()
  world.installed.remove(2)
  const asked = first.tracker.calls.length
  expect((await projects(world, second)).status).toBe(200)
  await world.bot.lanes.idle()
  expect(first.tracker.calls.length).toBe(asked)
  await projects(world, first)
  await expect.poll(() => first.answers.join()).toContain(first.tracker.mark)
  expect(second.answers.join('')).toBe('')
})

test('a mention in a channel that two workspaces share is answered by the app that it names, whichever Slack names', async () => {
  const { world, first, second } = await twoSides()
  const mention = { type: 'app_mention', channel: channels.shared, user: 'U0DANA', user_team: 'T1' }
  for (const [at, app] of [first, second].entries()) {
    const text = `<@${app.slack.bot.replace('B', 'U')}> help`
    await first.slackEvent({ ...mention, ts: `176380000${at}.000100`, text })
    await world.bot.lanes.idle()
  }
  const answers = [first, second].map(({ slack }) => slack.made('chat.postEphemeral').length)
  expect(answers).toEqual([1, 1])
})

test('the first word to an app in a shared channel reaches it, though it has nothing to do with the channel yet', async () => {
  const two = await twoInstallations({
    install: installOf(otherTeam, { token: 'xoxb-T2-first', botUserId: 'U0OTHER' }),
  })
  const mentioned = await two.bot.workspaces.mentioned('U0OTHER')
  expect(mentioned).toEqual([two.id])
  two.slack.fault.next = ({ method, args }) =>
    method === 'auth.test' && args['token'] !== 'xoxb-test'
      ? { body: { ok: true, user_id: 'U0OTHER', bot_id: 'B0OTHER', team_id: otherTeam, team: 'Other' } }
      : undefined
  const said = { channel: 'C0SHARED', user: dana, user_team: otherTeam, ts: '1763800000.000100' }
  await two.slackEvent({ type: 'app_mention', ...said, text: '<@U0OTHER> help' })
  await two.until(() => expect(two.slack.made('chat.postEphemeral')).toHaveLength(1))
})

test('a dialog in the channel of the configured workspace is for it, also from a person of another installed one', async () => {
  const { world, first } = await sharedThread()
  const view = {
    callback_id: 'comment_dialog',
    private_metadata: JSON.stringify({ taskUuid: acme.task, channel: channels.shared }),
  }
  await actsBy(first.signed).submits(view, { comment_text: { value: 'Yes.' } }, by('U0CASEY', 'T2'))
  await world.bot.lanes.idle()
  expect(world.trackers[1]?.attempts).toEqual([])
})

test('a reply is for the workspace whose thread it is, though the channel was not its own a moment before', async () => {
  const two = await twoInstallations()
  await two.connect()
  const inShared = { channel: 'C0SHARED', channel_type: 'channel', user: dana }
  await two.slackEvent({ type: 'message', ...inShared, text: 'Hello', ts: '1763800000.000100' })
  await two.command('subscribe all', { team_id: otherTeam, user_id: dana, channel_id: 'C0SHARED' })
  await two.commentThere('Where do we start?')
  await two.idle()
  const reply = { ts: '1763800000.000200', thread_ts: two.slack.roots('C0SHARED')[0]?.ts }
  await two.slackEvent({ type: 'message', ...inShared, text: 'On Monday', ...reply })
  await two.until(() => expect(two.tracker.newest().message_plain).toBe('Dana Smith (Slack): On Monday'))
})
