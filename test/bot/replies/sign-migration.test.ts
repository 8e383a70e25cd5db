import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase as open } from '../../../src/database/database.ts'
import { openOne } from '../../support/open-one.ts'
import { migrations } from '../../../src/bot/store/migrations/migrations.ts'
import { quickFolder } from '../../support/quick-folder.ts'

interface Before {
  reply: Record<'source' | 'channel' | 'user_id' | 'task_uuid' | 'text' | 'state', string> & {
    ts: string | null
    created_at: number
  }
}

test('replies of the time when each bore ⏳ from the start are known to bear it', async () => {
  const home = mkdtempSync(join(quickFolder(), 'onboarding-signs-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const url = `sqlite:${join(home, 'bot.db')}`
  const steps = Object.fromEntries(
    Object.entries(migrations.steps).filter(([name]) => name < '2026-11-22-bot-reply-sign'),
  )
  const before = await open<Before>(url, { ...migrations, steps })
  const reply = { channel: 'C', user_id: 'U', task_uuid: 't', text: 'x', created_at: 1 }
  const rows = ['stored', 'sending', 'unknown', 'refused', 'done'].map((state) => ({ state, ts: '1.0' }))
  for (const row of [...rows, { state: 'stored', ts: null }])
    await before.sql
      .insertInto('reply')
      .values({ ...reply, ...row, source: `${row.state} ${row.ts}` })
      .execute()
  await before[Symbol.asyncDispose]()
  await using after = await openOne(url)
  const found = await after.sql
    .selectFrom('reply')
    .select(['source', 'state', 'sign'])
    .orderBy('id')
    .execute()
  expect(found.map(({ source, state, sign }) => [source, state, sign])).toEqual([
    ['stored 1.0', 'stored', 'hourglass_flowing_sand'],
    ['sending 1.0', 'stored', 'hourglass_flowing_sand'],
    ['unknown 1.0', 'unknown', 'hourglass_flowing_sand'],
    ['refused 1.0', 'refused', 'warning'],
    ['done 1.0', 'done', null],
    ['stored null', 'stored', null],
  ])
})
