import { expect, test, vi } from 'vitest'
import { runDrill } from './drill.ts'

// Replies of the gap wait for their echo for a minute before their authors are asked.
vi.setConfig({ testTimeout: 480_000 })

const noServer = () => Promise.reject(new Error('not needed on SQLite'))

test('a backup that is restored after five more minutes of work and kill -9: nothing stands twice, and what cannot be found is listed', async () => {
  const { violations, lost, counts } = await runDrill({ engine: 'sqlite', backup: 'running' }, noServer)
  expect(violations).toEqual([])
  expect(counts.foundComments).toBeGreaterThanOrEqual(8)
  expect(counts.foundReplies).toBeGreaterThanOrEqual(6)
  expect(lost).toContain('the subscription of the channel digest')
})
