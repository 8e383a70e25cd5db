import { expect, onTestFinished, test } from 'vitest'
import { type Job, LeaseLost } from '../../src/lanes/lanes.ts'
import { freshDatabaseUrl, olderCopy } from '../support/databases.ts'
import { jobRows } from '../support/lane-rows.ts'
import { openOne } from '../support/open-one.ts'
import { gate, openNode, patience, post } from './node.ts'

test('a result that comes after a failover ends no other job that has got the number of the lost one', async () => {
  const url = await freshDatabaseUrl('postgres')
  const database = await openOne(url)
  onTestFinished(() => database[Symbol.asyncDispose]())
  const failOver = await olderCopy(url)
  const [started, finish] = [gate(), gate()]
  const seen: unknown[] = []
  const work = async (job: Job) => {
    const done = () => database.transaction((tx) => job.done(tx))
    if (job.payload === 'lost') {
      started.open()
      await finish.passed
      await expect(done()).rejects.toThrow(LeaseLost)
    } else await done()
    seen.push(job.payload)
  }
  const { lanes, put } = openNode(database, { sweepMs: 10 })
  lanes.work({ post: { work, backoff: [] } })
  await put(post('a', 'lost'))
  await started.passed
  await failOver()
  await put(post('b', 'tomorrow', { runAt: Date.now() + 86_400_000 }))
  await put(post('a', 'stored again'))
  finish.open()
  await expect.poll(() => seen, patience).toEqual(['lost', 'stored again'])
  const jobs = (await jobRows(database)).map(({ payload, state }) => [JSON.parse(payload), state])
  expect(jobs).toEqual([
    ['tomorrow', 'waiting'],
    ['stored again', 'done'],
  ])
})
