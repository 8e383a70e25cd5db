import { expect, test } from 'vitest'
import { eachEngine } from '../support/databases.ts'
import { jobRows, laneRows } from '../support/lane-rows.ts'

eachEngine('the store', (fresh) => {
  test('opens with every table there', async () => {
    const database = await fresh()
    expect(await laneRows(database)).toEqual([])
    expect(await jobRows(database)).toEqual([])
  })
})
