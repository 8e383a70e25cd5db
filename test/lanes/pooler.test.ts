import { expect, onTestFinished, test, vi } from 'vitest'
import { openOne } from '../support/open-one.ts'
import { freshDatabaseUrl } from '../support/databases.ts'
import { hasPooler, startPooler } from '../support/pooler.ts'
import { patience } from './node.ts'
import { countMarks, createMarks, inversions, readMarks, startProcess } from './processes.ts'
import { lanesWithWork } from './statements.ts'

// Whole processes start here, beside other tests.
vi.setConfig({ testTimeout: 90_000 })

test.runIf(hasPooler)('behind PgBouncer in transaction mode lanes keep order', async () => {
  const url = await startPooler(await freshDatabaseUrl('postgres'))
  const database = await openOne(url)
  onTestFinished(async () => database[Symbol.asyncDispose]())
  await createMarks(database)
  const order = { url, lanes: 7, transactions: 40, leaseMs: 20_000 }
  const workers = [0, 1].map((id) => startProcess({ ...order, id, role: 'work' }))
  for (const { said } of workers) await said
  const producers = [0, 1].map((id) => startProcess({ ...order, id, role: 'enqueue' }))
  for (const { ended } of producers) expect(await ended).toBe(0)
  await expect.poll(() => countMarks(database), patience).toBe(240)
  for (const { child, ended } of workers) {
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  }
  expect(inversions(await readMarks(database))).toEqual([])
  expect(await lanesWithWork(database)).toEqual([])
})
