import { expect, test } from 'vitest'
import type { Role } from '../../../../src/bot/slack/slack.ts'
import { events } from '../../../../src/bot/doors/slack-events.ts'
import { envelope, projectEvent } from '../../support/running-bot.ts'
import { may } from '../../../../src/bot/audience/actor.ts'
import { buttons } from '../../../../src/bot/doors/buttons.ts'
import { pressedByAll } from '../../../../src/bot/kit/buttons.ts'
import { type ActionName, actions } from '../../../../src/bot/kit/ids.ts'
import { atEveryDoor } from '../acting.ts'
import type { Kind } from '../attempts.ts'
import { acme, channels, secretsIn, twoCustomers } from '../two-customers.ts'
import { addHiddenTasks, alike, hideSecretsIn, internal, leakIn, notForAll, unsure } from './secret-world.ts'

/** After these, less is posted in the channel. In order, because one undoes another. */
const quieting = [
  (name: string) => / mute|preset|settings|tracker/.test(name),
  (name: string) => name.includes('unmute'),
  (name: string) => name === `button ${actions.unsubscribe}`,
  (name: string) => /unsubscribe|remove_subscription|archive_channel/.test(name),
]
const turnOf = (name: string) => quieting.findIndex((isIn) => isIn(name))

/** A person at every door in the channel that Acme's people read, with a secret in every internal field. */
const atDoors = async (role: Role, kind: Kind = 'honest', hidden = true, both = false) => {
  const running = await twoCustomers({ guests: true, hidden, both, engine: both ? 'postgres' : 'sqlite' })
  const { slack, tracker, change, send } = running
  if (hidden) {
    hideSecretsIn(tracker)
    addHiddenTasks(tracker, tracker.tasks.get(acme.task))
    for (const uuid of [internal, unsure])
      await send(envelope('task_updated', { project_uuid: acme.uuid, task: { uuid, name: 'as it is' } }))
  }
  const doors = await atEveryDoor(running, role, 'shared', kind)
  const from = slack.calls.length
  const doAll = async () => {
    const actAll = async (turn: number) => {
      for (const { name, act } of doors.all) if (turnOf(name) === turn) await act()
      // Closing waits for what runs beside the lanes.
      await running.restart()
      await running.idle()
    }
    await actAll(-1)
    change({ due_date: '2027-01-31' })
    await send(projectEvent('project_updated', { name: 'Launch Sardis' }))
    for (const turn of quieting.keys()) await actAll(turn)
  }
  const calls = () => slack.calls.slice(from)
  return { ...doors, doAll, calls }
}

const isPublic = (answer: string) => answer.includes('"response_type":"in_channel"')

/** Also the words of another customer, and of what the team alone reads, that the two customers' world has. */
const leaks = (read: string) => [leakIn(read), ...secretsIn('shared').filter((word) => read.includes(word))]
const none = [undefined]

/** What shows words, whatever order it came in: some of it comes beside the lanes. */
const words = (calls: readonly { method: string; args: Record<string, unknown> }[]) =>
  calls
    .filter(({ method }) => /^(chat\.(post|update|unfurl)|views\.|entity\.)/.test(method))
    .map(({ method, args }) => alike([method, args]))
    .sort()

/** With the app in one workspace of the channel, on SQLite, or in both, on PostgreSQL. */
const workspaces = ['one workspace', 'both'] as const
const inEach = <Row extends readonly unknown[]>(rows: readonly Row[]) =>
  rows.flatMap((row) => workspaces.map((at) => [...row, at] as const))

test.each(
  inEach([
    ['guest', 'honest'],
    ['guest', 'altered'],
    ['stranger', 'honest'],
    ['stranger', 'altered'],
    ['unknown', 'honest'],
  ] as const),
)(
  'a reader who is %s and sends %s values finds no internal word at any door, and reads what they would if nothing were internal (the app is in %s): command, mention, button, dialog, menu, pane, Home, unfurl',
  async (role, kind, at) => {
    const read = async (hidden: boolean) => {
      const { answers, doAll, calls } = await atDoors(role, kind, hidden, at === 'both')
      await doAll()
      const told = calls().filter(({ args }) => args['channel'] !== channels.own)
      return { all: JSON.stringify([answers, told]), answers: answers.map(alike).sort(), words: words(told) }
    }
    const plain = await read(false)
    const { all, ...seen } = await read(true)
    expect(leaks(all)).toEqual(none)
    expect(seen).toEqual({ answers: plain.answers, words: plain.words })
  },
)

test.each(inEach([['admin'], ['member']] as const))(
  'what our %s posts in the channel has no internal word for those who read along (the app is in %s)',
  async (role, at) => {
    const read = async (hidden: boolean) => {
      const { answers, doAll, calls } = await atDoors(role, 'honest', hidden, at === 'both')
      await doAll()
      const posted = calls().filter(
        ({ method, args }) => args['channel'] === channels.shared && method !== 'chat.postEphemeral',
      )
      return { answers, posted, public: answers.filter(isPublic).map(alike).sort(), words: words(posted) }
    }
    const plain = await read(false)
    const { answers, posted, ...seen } = await read(true)
    expect(seen).toEqual({ public: plain.public, words: plain.words })
    expect(notForAll(JSON.stringify([answers.filter(isPublic), posted]))).toEqual([])
    const methods = new Set(posted.map(({ method }) => method))
    expect([...methods]).toEqual(
      expect.arrayContaining(['chat.postMessage', 'chat.update', 'chat.unfurl', 'pins.add']),
    )
    const all = [...answers.filter(isPublic), JSON.stringify(posted.map(({ args }) => args))]
    expect(leaks(all.join('\n'))).toEqual(none)
    // What they alone are told has such words, so they are there to be found.
    expect(leakIn(answers.join('\n'))).toBeDefined()
  },
)

test('everybody may press what messages for outsiders have', () => {
  for (const name of pressedByAll)
    expect(may({ role: 'stranger' }, buttons[name as ActionName].right)).toBe(true)
})

/** Slack's events that show a person nothing of a project. */
const quiet = [
  'message',
  'channel_shared',
  'channel_unshared',
  'channel_id_changed',
  'channel_archive',
  'group_archive',
  'channel_deleted',
  'group_deleted',
  'channel_left',
  'group_left',
  'member_left_channel',
  'member_joined_channel',
  'app_uninstalled',
  'tokens_revoked',
  'team_access_granted',
  'team_access_revoked',
  'channel_unarchive',
  'group_unarchive',
  'channel_rename',
  'group_rename',
  'user_change',
]

test('every event of Slack is a door that is tried, or shows nothing', async () => {
  const { all } = await atDoors('guest')
  const tried = all.flatMap(({ name }) => (name.startsWith('event ') ? [name.slice(6)] : []))
  expect([...tried, ...quiet, 'app_mention'].sort()).toEqual(Object.keys(events).sort())
})
