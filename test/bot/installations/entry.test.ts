import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { acme, channels } from '../access/two-customers.ts'
import { commentEvent } from '../support/running-bot.ts'
import type { Side } from './crossings/side.ts'
import { type World, worldOf } from './crossings/world.ts'

/** A comment of each tracker, of the same uuid, in the same channels. */
const withThreads = async (world: World) => {
  for (const { tracker } of world.sides) {
    const about = { associated_object_uuid: acme.task, parent_object_uuid: acme.uuid }
    const comment = tracker.addComment({ uuid: acme.comment, message_plain: tracker.mark, ...about })
    await world.hook(tracker.account.hookSecret, commentEvent(comment))
  }
  await world.bot.lanes.idle()
}

const say = async (world: World, side: Side, channel: string, threadTs: string | undefined) => {
  const said = { channel, user: 'U0DANA', text: 'Yes.', ts: '1763800000.000100', thread_ts: threadTs }
  await side.slackEvent({ type: 'message', channel_type: 'channel', ...said })
  await world.bot.lanes.idle()
  return world.trackers.map(({ attempts }) => attempts.length)
}

const projects = (world: World, { n, signed }: Side) =>
  signed(
    new URLSearchParams({
      command: '/onboard',
      text: 'projects',
      channel_id: channels.own,
      user_id: 'U0DANA',
      team_id: `T1`,
      trigger_id: randomUUID(),
      response_url: world.respondAt(n),
    }).toString(),
    'application/x-www-form-urlencoded',
  )

test('a reply in a channel of one workspace is for it alone, though others have the same channel and time', async () => {
  await using world = await worldOf('sqlite', 2)
  await withThreads(world)
  const [first, second] = world.sides as [Side, Side]
  const ts = first.slack.roots(channels.own)[0]?.ts
  expect(second.slack.roots(channels.own)[0]?.ts).toBe(ts)
  expect(await say(world, second, channels.own, ts)).toEqual([0, 1])
})

test('a reply in a channel that two workspaces share is for the one whose thread it is, whichever Slack names', async () => {
  await using world = await worldOf('sqlite', 2)
  await withThreads(world)
  const [first, second] = world.sides as [Side, Side]
  const root = world.connect.messages.find((message) => message.bot_id === first.slack.bot)
  expect(await say(world, second, channels.shared, root?.ts)).toEqual([1, 0])
})

test("what a workspace sends after it left is not taken for the environment's", async () => {
  await using world = await worldOf('sqlite', 2)
  const [first, second] = world.sides as [Side, Side]
  world.installed.remove(2)
  const asked = first.tracker.calls.length
  expect((await projects(world, second)).status).toBe(200)
  await world.bot.lanes.idle()
  expect(first.tracker.calls.length).toBe(asked)
  await projects(world, first)
  await expect.poll(() => first.answers.join()).toContain(first.tracker.mark)
  expect(second.answers.join('')).toBe('')
})

test('a dialog in the channel of the configured workspace is for it, also from a person of another installed one', async () => {
  await using world = await worldOf('sqlite', 2)
  await withThreads(world)
  const [first] = world.sides as [Side]
  const payload = {
    type: 'view_submission',
    user: { id: 'U0CASEY', team_id: 'T2' },
    team: { id: 'T1' },
    view: {
      id: randomUUID(),
      type: 'modal',
      callback_id: 'comment_dialog',
      private_metadata: JSON.stringify({ taskUuid: acme.task, channel: channels.shared }),
      state: { values: { comment_text: { comment_text: { value: 'Yes.' } } } },
    },
  }
  const form = new URLSearchParams({ payload: JSON.stringify(payload) })
  await first.signed(form.toString(), 'application/x-www-form-urlencoded')
  await world.bot.lanes.idle()
  expect(world.trackers[1]?.attempts).toEqual([])
})
