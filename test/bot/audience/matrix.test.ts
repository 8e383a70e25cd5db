import { expect, test } from 'vitest'
import type { Role } from '../../../src/bot/slack/slack.ts'
import type { Database } from '../../../src/bot/store/database.ts'
import { atEveryDoor, type Deed } from './acting.ts'
import { channels, type Place, secretsIn, twoCustomers } from './two-customers.ts'

const steered = [
  'subscription',
  'channel_setting',
  'channel_mute',
  'made_channel',
  'person_link',
  'project_request',
  'task_thread',
] as const

/** All that people steer, as one text. */
const steeredRows = async ({ sql }: Pick<Database, 'sql'>): Promise<string> => {
  const tables = await Promise.all(steered.map((table) => sql.selectFrom(table).selectAll().execute()))
  return JSON.stringify(tables)
}

/** What people said. */
const repliesThere = async ({ sql }: Pick<Database, 'sql'>): Promise<number> =>
  (await sql.selectFrom('reply').select('id').execute()).length

const outsiders = ['guest', 'stranger', 'unknown'] as const
const colleagues = ['admin', 'member'] as const
const places = ['own', 'shared', 'other customer'] as const

const world = async (role: Role, place: Place) => {
  const running = await twoCustomers({ guests: role === 'guest' })
  // Slack does not tell of this one.
  running.slack.refuses({ method: 'users.info', user: 'U0NOBODY' }, 'missing_scope')
  const { slack, tracker, idle } = running
  const honest = await atEveryDoor(running, role, place, 'honest')
  const altered = await atEveryDoor(running, role, place, 'altered')
  const from = slack.calls.length
  const told = () => [
    ...honest.answers,
    ...altered.answers,
    ...slack.calls.slice(from).map(({ args }) => JSON.stringify(args)),
  ]
  const state = async () => ({
    steered: await steeredRows(running.database),
    replies: await repliesThere(running.database),
    comments: tracker.attempts.length,
    written: tracker.writes.length + tracker.wanted.length,
  })
  const before = await state()
  const doAll = async (some: readonly Deed[]) => {
    for (const { act } of some) await act()
    await idle()
    // Closing waits for what runs beside the lanes.
    await running.restart()
    await running.idle()
  }
  return { honest, altered, told, state, before, doAll, running }
}

/** Where the words were told. */
const aroundOf = (read: string, words: string) => {
  const at = read.indexOf(words)
  return at < 0 ? '' : read.slice(Math.max(0, at - 300), at + 200)
}

const refusals = /Only members of the workspace|Guests can only look up|Slack didn’t tell the app who you are/

for (const role of outsiders)
  for (const place of places)
    test(`${role} in ${place}: what takes a right that they lack changes nothing, what they may do steers nothing, and neither tells what is not theirs`, async () => {
      const { honest, altered, told, state, before, doAll } = await world(role, place)
      const tellsNothing = () => {
        const read = told().join('\n')
        for (const words of secretsIn(place)) expect(aroundOf(read, words)).toBe('')
      }
      await doAll([...altered.refused, ...honest.refused])
      tellsNothing()
      expect(await state()).toEqual(before)
      for (const { answers } of [altered, honest]) expect(answers.join('\n')).toMatch(refusals)
      for (const { allowed } of [altered, honest]) {
        await doAll(allowed)
        tellsNothing()
        const { steered, written, replies } = await state()
        expect({ steered, written }).toEqual({ steered: before.steered, written: before.written })
        if (allowed === altered.allowed) expect(replies).toBe(before.replies)
      }
    })

for (const role of colleagues)
  for (const place of places) {
    test(`${role} in ${place}: nobody of our own is refused, and it works`, async () => {
      const { honest, told, state, before, doAll } = await world(role, place)
      await doAll(honest.allowed)
      expect(told().join('\n')).not.toMatch(refusals)
      const after = await state()
      expect(after.steered).not.toBe(before.steered)
      expect(after.written).toBeGreaterThan(before.written)
      expect(after.comments).toBeGreaterThan(before.comments)
    })

    test(`${role} in ${place}: altered values steer no channel that they are not in`, async () => {
      const { altered, doAll, running } = await world(role, place)
      running.slack.joined.set('U0DANA', Object.values(channels))
      running.bot.deps.slack.forgetChannel('C0PRIVATE')
      const others = async () =>
        (JSON.parse(await steeredRows(running.database)) as { channel?: string }[][])
          .flat()
          .filter(({ channel }) => channel === 'C0PRIVATE')
      const before = await others()
      await doAll(altered.all)
      expect(await others()).toEqual(before)
    })
  }
