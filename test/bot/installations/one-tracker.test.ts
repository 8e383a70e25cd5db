import { expect, test } from 'vitest'
import { engines } from '../../support/databases.ts'
import { jobRows } from '../../support/lane-rows.ts'
import { storeInstall } from '../../../src/bot/installations/store/installations.ts'
import { channels } from '../audience/two-customers.ts'
import { commentEvent, dana } from '../support/running-bot.ts'
import { apiUser, taskUuid } from '../support/stand-in-tracker.ts'
import { otherTeam, twoInstallations } from '../support/two-installations.ts'
import type { Side } from './crossings/side.ts'
import { worldOf } from './crossings/world.ts'
import { installOf } from './installing.ts'

/** Two workspaces that share a connection, with a thread each. */
const sharing = async (engine: 'sqlite' | 'postgres') => {
  const world = await worldOf(engine, 5)
  const [one, other] = world.sides.slice(-2) as [Side, Side]
  const { tracker } = one
  const heard = async (comment: Parameters<typeof commentEvent>[0], name?: 'comment_updated') => {
    await world.hook(tracker.account.hookSecret, commentEvent(comment, name))
    await world.bot.lanes.idle()
  }
  await world.comments(tracker, 'Where do we start?')
  await world.bot.lanes.idle()
  const thread = ({ slack }: Side) => slack.thread(slack.roots(channels.own)[0]?.ts)
  return { world, one, other, tracker, heard, thread }
}

for (const engine of engines)
  test(`what is said in one workspace is in the threads of another with the same tracker, once, under its author’s name (${engine})`, async () => {
    const { world, one, other, tracker, heard, thread } = await sharing(engine)
    await using _ = world
    // The event comes before the tracker's answer.
    tracker.control.onCreated = async (comment) => {
      await world.hook(tracker.account.hookSecret, commentEvent(comment))
      await expect.poll(() => thread(other)).toHaveLength(2)
    }
    await world.replies(one, 'We start on Monday')
    const made = tracker.newest()
    await heard(made)
    expect(thread(other)).toEqual([expect.anything(), 'Dana Smith slackword4x (Slack): We start on Monday'])
    expect(thread(one)).toHaveLength(1)
    expect(tracker.attempts).toHaveLength(1)

    made.message_plain = made.message_plain.replace('Monday', 'Tuesday')
    await heard(made, 'comment_updated')
    expect(thread(other)).toEqual([expect.anything(), 'Dana Smith slackword4x (Slack): We start on Tuesday'])
    expect(tracker.attempts).toHaveLength(1)
  })

test('what something else writes with the same key stays unposted, also if it looks like a reply', async () => {
  const { world, other, tracker, thread } = await sharing('sqlite')
  await using _ = world
  await world.replies(other, 'So that the API user is known')
  const before = thread(other)
  for (const text of ['By a script', 'Dana Smith (Slack): By a script'])
    await world.comments(tracker, text, { created_by_uuid: apiUser })
  await world.bot.lanes.idle()
  expect(thread(other)).toEqual(before)
})

test('the admins of every active workspace that shares the tracker hear of a used-up quota', async () => {
  for (const hasLeft of [false, true]) {
    const { world, one, other, tracker } = await sharing('sqlite')
    await using _ = world
    if (hasLeft) world.installed.remove(other.n)
    tracker.control.down = 'quota'
    await world.replies(one, 'We start on Monday')
    const told = ({ slack }: Side) => slack.roots('U0DANA').filter(({ text }) => text.includes('quota'))
    await expect.poll(() => told(one)).toHaveLength(1)
    await expect.poll(() => told(other)).toHaveLength(hasLeft ? 0 : 1)
    expect(
      await jobRows(world.database.of(other.n), { kind: 'quota', installation_id: other.n }),
    ).toHaveLength(hasLeft ? 0 : 1)
  }
})

test('what is said in one workspace is in the threads of another also if each has its own key to the tracker', async () => {
  const two = await twoInstallations()
  const { slack, tracker } = two
  const install = installOf('T3', { token: 'xoxb-T3-first', installedBy: dana })
  const third = await storeInstall(two.tables, two.vault, install, Date.now())
  const secrets: (string | undefined)[] = []
  for (const [team, id, channel] of [
    [otherTeam, two.id, 'C0THERE'],
    ['T3', third.id, 'C0THIRD'],
  ] as const) {
    const by = { team: { id: team }, user: { id: dana, team_id: team } }
    await two.connect(`key-of-${team}`, by)
    const where = { team_id: team, user_id: dana, channel_id: channel }
    await two.command('subscribe all', where)
    // So that the API user is known.
    await two.types(`comment ${taskUuid} Hello`, where)
    await two.idle()
    secrets.push(await two.hookSecretThere(id))
  }
  const heard = async (comment: Parameters<typeof commentEvent>[0]) => {
    for (const secret of secrets) await two.hook(commentEvent(comment), secret)
    await two.idle()
  }
  const roots = () => ['C0THERE', 'C0THIRD'].map((channel) => slack.roots(channel).at(-1)?.ts)
  await heard(tracker.addComment({ message_plain: 'Where do we start?' }))
  const [there, elsewhere] = roots()
  const said = { user: dana, text: 'On Monday', ts: '1763800000.000100', thread_ts: there }
  await two.eventThere({ type: 'message', channel: 'C0THERE', channel_type: 'channel', ...said })
  await two.idle()
  const made = tracker.newest()
  await heard({ ...made, created_by_uuid: apiUser })
  const monday = (ts: string | undefined) => slack.thread(ts).filter((text) => text.includes('On Monday'))
  expect([monday(there), monday(elsewhere)]).toEqual([[], ['Dana Smith (Slack): On Monday']])
})
