import { expect, test } from 'vitest'
import { putYourDay } from '../../../../src/bot/features/digests/store/digests.ts'
import { createLog } from '../../../../src/log.ts'
import { digesting, saturday } from '../../support/digesting.ts'
import { dana } from '../../support/running-bot.ts'
import { project } from '../../support/stand-in-tracker.ts'

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
