import { expect, test } from 'vitest'
import { eachEngine, openFresh } from '../support/databases.ts'
import { jobRows, laneRows } from '../support/lane-rows.ts'
import { createItems, fillDisk, readItems, writeItems } from './items.ts'

eachEngine('the store', (fresh) => {
  test('opens with every table there', async () => {
    const database = await fresh()
    expect(await laneRows(database)).toEqual([])
    expect(await jobRows(database)).toEqual([])
  })
})

test('a transaction on a full disk fails with that reason, not with the rollback that SQLite did itself', async () => {
  const database = await openFresh('sqlite')
  await createItems(database)
  await fillDisk(database)
  const long = Array.from({ length: 500 }, (_, at) => `${at} ${'x'.repeat(5_000)}`)
  await expect(database.transaction((tx) => writeItems(tx, long))).rejects.toThrow(/disk is full/)
  expect(await readItems(database)).toEqual([])
})
