import { expect, test } from 'vitest'
import { channel, projectEvent, runningBot, dana } from '../../support/running-bot.ts'
import { project } from '../../support/stand-in-tracker.ts'
import { putYourDay } from '../../../../src/bot/features/digests/store/digests.ts'
import { createLog } from '../../../../src/log.ts'
import { digesting, saturday } from '../../support/digesting.ts'

/** A bot whose clock is in hand; the comparison is due when it passes two in the morning, UTC. */
const atNoon = async (...subscribed: string[]) => {
  const clock = { now: Date.parse('2026-11-21T12:00:00Z') }
  const running = await runningBot({ now: () => clock.now })
  for (const what of subscribed.length > 0 ? subscribed : [`"${project.name}"`])
    await running.command(`subscribe ${what}`)
  const nextMorning = async () => {
    clock.now = (Math.floor(clock.now / 86_400_000) + 1) * 86_400_000 + 3 * 3_600_000
    await running.restart()
    await running.idle()
  }
  const complete = (date: string) =>
    running.change({ project_state: 'Completed', completed_date: date, percentage: 100 })
  return { ...running, nextMorning, complete, pass: (ms: number) => (clock.now += ms) }
}

test('a completion of which no event told is posted the next morning under a divider, once', async () => {
  const { slack, nextMorning, complete } = await atNoon()
  complete('2026-11-21')
  await nextMorning()
  await nextMorning()
  const texts = slack.roots(channel).map(({ text }) => text)
  expect(texts).toHaveLength(2)
  expect(texts[0]).toContain('daily check')
  expect(texts[1]).toContain(project.name)
})

test.each([[['account:"Acme Corp"']], [['all']], [['all', `"${project.name}"`]]])(
  'a channel that receives %j hears of it too, once',
  async (subscribed) => {
    const { slack, nextMorning, complete } = await atNoon(...subscribed)
    await nextMorning()
    complete('2026-11-22')
    await nextMorning()
    await nextMorning()
    expect(slack.roots(channel).map(({ text }) => text)).toEqual([
      expect.stringContaining('daily check'),
      expect.stringContaining(project.name),
    ])
  },
)

test('a channel that receives everything is not told what was completed on the day it was subscribed, or of others’ accounts', async () => {
  const { slack, nextMorning, complete, command } = await atNoon('all')
  await command('subscribe account:Globex', { channel_id: 'C0OTHER' })
  complete('2026-11-21')
  await nextMorning()
  complete('2026-11-22')
  await nextMorning()
  expect(slack.roots('C0OTHER')).toEqual([])
  expect(slack.roots(channel)).toHaveLength(2)
})

test('an event that comes after the comparison announced its completion is not announced again', async () => {
  const { slack, nextMorning, complete, send } = await atNoon()
  complete('2026-11-21')
  await nextMorning()
  await send(projectEvent('project_completed'))
  expect(slack.roots(channel)).toHaveLength(2)
})

test('a completion that was announced by its event is not said again', async () => {
  const { slack, nextMorning, complete, send } = await atNoon()
  complete('2026-11-21')
  await send(projectEvent('project_completed'))
  await nextMorning()
  expect(slack.roots(channel)).toHaveLength(1)
})

test('a project that was completed before the channel subscribed is left alone', async () => {
  const { slack, nextMorning, complete } = await atNoon()
  complete('2026-10-01')
  await nextMorning()
  expect(slack.messages).toEqual([])
})

test('the comparison outlives an outage of the tracker', async () => {
  const { slack, nextMorning, complete, tracker, pass } = await atNoon()
  complete('2026-11-21')
  tracker.control.down = 'unreachable'
  await nextMorning()
  tracker.control.down = undefined
  pass(60_000)
  await expect.poll(() => slack.roots(channel).length, { timeout: 20_000 }).toBe(2)
})

const broken = '{"digest":{"every":"hourly"}}'

/** Every daily pass comes over a person's, a channel's, and a subscription's record that can't be read. */
const withBadRecords = async () => {
  const logged: string[] = []
  const log = createLog('error', { write: (text: string) => void logged.push(text) })
  const running = await digesting({}, { log })
  const { database } = running
  await database.transaction(async (tx) => {
    await putYourDay(tx.sql, dana, { timeZone: 'Mars/Olympus' })
    const settings = ['your-day:U0BAD', 'your-day:U1NONE'].map((key) => ({ key, value: broken }))
    await tx.sql.insertInto('setting').values(settings).execute()
    const row = { settings: broken, changed_by: dana, changed_at: 0 }
    await tx.sql
      .insertInto('channel_setting')
      .values({ channel: 'C0BAD', ...row })
      .execute()
  })
  for (const one of ['C0BAD', 'C0OTHER'])
    await running.command(`subscribe "${project.name}"`, { channel_id: one })
  await database.sql.updateTable('subscription').set({ events: '{' }).where('channel', '=', 'C0BAD').execute()
  await running.restart()
  return { ...running, logged }
}

test('one person’s or channel’s unreadable record stops no daily pass for the others', async () => {
  const { slack, addTask, taskSays, digestAt, pass, logged, bot, database, change } = await withBadRecords()
  await taskSays('task_updated', addTask('Security review', { due_date: '2026-11-01' }))
  await bot.signOfLife()
  expect(await digestAt(saturday)).toContain('Security review')
  // Dana's zone is one that Node doesn't know, so her nine o'clock is UTC's.
  const planned = await database.sql
    .selectFrom('job')
    .select('payload')
    .where('kind', '=', 'your-day')
    .execute()
  expect(planned.map(({ payload }) => JSON.parse(payload) as unknown)).toEqual([
    { user: dana, due: saturday + 3_600_000 },
  ])
  change({ project_state: 'Completed', completed_date: '2026-11-22' })
  await pass(saturday + 2 * 86_400_000)
  await expect
    .poll(() => slack.roots('C0OTHER').map(({ text }) => text))
    .toContainEqual(expect.stringContaining('daily check'))
  const records = ['"user":"U0BAD"', '"user":"U1NONE"', '"channel":"C0BAD"']
  for (const record of records) expect(logged.join('')).toContain(record)
})
